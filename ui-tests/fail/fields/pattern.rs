use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(pattern = "^A")]
    code: String,
}

fn main() {}
