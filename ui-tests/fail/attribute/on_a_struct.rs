use mrtr_runtime::prelude::*;

#[mrtr_tool]
struct Server;

fn main() {}
