use mrtr_runtime::prelude::*;

struct Server;

#[mrtr_handler]
impl Server {}

fn main() {}
