use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(min = "1")]
    count: u8,
}

fn main() {}
