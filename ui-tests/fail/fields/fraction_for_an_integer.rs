use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(min = 0.5)]
    count: i32,
}

fn main() {}
