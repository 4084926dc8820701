use mrtr_runtime::prelude::*;

#[derive(Elicit, serde::Deserialize)]
struct Form {
    #[serde(skip)]
    cache: u8,
    sure: bool,
}

fn main() {}
