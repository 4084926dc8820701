use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    #[serde(rename = "password")]
    word: String,
}

fn main() {}
