use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Payment {
    #[serde(rename = "pin")]
    code: Option<u32>,
}

fn main() {}
