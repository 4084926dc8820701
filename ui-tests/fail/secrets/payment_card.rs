use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Pay {
    card_number: String, // mistake
    cvv: String, // mistake
}

fn main() {}
