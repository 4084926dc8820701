use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(default = 300)]
    count: u8,
}

fn main() {}
