use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(format = "uuid")]
    code: String,
}

fn main() {}
