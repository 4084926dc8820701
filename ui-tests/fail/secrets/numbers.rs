use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Payment {
    card_number: u64, // mistake
    cvv: u16, // mistake
}

fn main() {}
