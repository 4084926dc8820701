use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Names {
    #[serde(rename = "name")]
    first: String,
    name: String,
}

fn main() {}
