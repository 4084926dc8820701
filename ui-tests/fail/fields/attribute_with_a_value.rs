use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit = "Size"]
    size: String,
}

fn main() {}
