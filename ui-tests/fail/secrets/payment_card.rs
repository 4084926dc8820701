use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Pay {
    card_number: String,
    cvv: String,
}

fn main() {}
