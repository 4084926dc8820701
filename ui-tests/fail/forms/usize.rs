use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Payment {
    amount: usize,
}

fn main() {}
