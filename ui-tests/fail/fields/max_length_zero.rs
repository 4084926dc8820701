use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(max_length = 0)]
    note: String,
}

fn main() {}
