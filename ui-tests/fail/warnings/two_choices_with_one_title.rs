#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[choice(title = "S")]
    Small,
    #[choice(title = "S")]
    Short,
}

fn main() {}
