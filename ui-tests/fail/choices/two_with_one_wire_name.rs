use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[serde(rename = "s")]
    Small,
    #[serde(rename = "s")]
    Short,
}

fn main() {}
