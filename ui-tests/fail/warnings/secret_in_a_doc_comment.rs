#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    /// Your password
    value: String,
}

fn main() {}
