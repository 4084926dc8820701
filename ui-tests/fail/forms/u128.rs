use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Payment {
    amount: u128,
}

fn main() {}
