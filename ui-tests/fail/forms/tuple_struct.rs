use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Pair(String, u8);

fn main() {}
