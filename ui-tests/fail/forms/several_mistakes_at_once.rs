use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    id: u128, // mistake
    #[elicit(min = 5, max = 1)] // mistake
    count: u8,
    #[elicit(lenght = 3)] // mistake
    note: String,
    password: String, // mistake
}

fn main() {}
