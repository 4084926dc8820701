use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(range = 1..5)]
    weight: u32,
}

fn main() {}
