use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(length = 5)]
    postcode: String,
}

fn main() {}
