use mrtr_runtime::prelude::*;

#[mrtr_tool]
const ASK: &str = "Sure?";

fn main() {}
