use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(min_length = 3)]
    count: u8,
}

fn main() {}
