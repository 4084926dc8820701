use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(default = "five")]
    count: u8,
}

fn main() {}
