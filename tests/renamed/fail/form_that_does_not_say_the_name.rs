use mrtr::prelude::*;

#[derive(Elicit)]
struct F { name: String }
fn main() {}
