use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit("Your name")]
    name: String,
}

fn main() {}
