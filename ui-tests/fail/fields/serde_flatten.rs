use mrtr_runtime::prelude::*;

#[derive(serde::Deserialize)]
struct Place {
    city: String,
}

#[derive(Elicit, serde::Deserialize)]
struct Trip {
    #[serde(flatten)]
    to: Place,
}

fn main() {}
