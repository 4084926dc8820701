use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    id: u128,
    #[elicit(min = 5, max = 1)]
    count: u8,
    #[elicit(lenght = 3)]
    note: String,
    password: String,
}

fn main() {}
