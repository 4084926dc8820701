use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit]
    colour: String,
}

fn main() {}
