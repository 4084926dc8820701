use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Payment {
    card_number: u64, // mistake
    cvv: u16, // mistake
    #[serde(rename = "pin")]
    code: Option<u32>, // mistake
}

#[derive(Elicit)]
struct Person {
    ssn: String, // mistake
}

fn main() {}
