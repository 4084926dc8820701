use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(min = 10, max = 1)]
    count: u8,
}

fn main() {}
