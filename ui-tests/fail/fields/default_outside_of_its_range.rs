use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(min = 1, max = 5, default = 99)]
    count: u8,
}

fn main() {}
