use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Order {
    #[elicit(email)]
    email: String,
}

fn main() {}
