#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Names {
    #[elicit(title = "Name")]
    first: String,
    #[elicit(title = "Name")]
    last: String,
}

fn main() {}
