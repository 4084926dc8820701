use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Sure {}

fn main() {}
