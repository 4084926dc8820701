use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(max = 9, min: -1)]
    floor: i32,
}

fn main() {}
