#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Elicit, serde::Deserialize)]
struct Who {
    #[serde(alias = "nom")]
    name: String,
}

fn main() {}
