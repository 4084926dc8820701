#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Elicit, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Who {
    name: String,
}

fn main() {}
