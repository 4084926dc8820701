use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(min(1))]
    count: u32,
}

fn main() {}
