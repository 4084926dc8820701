#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Level {
    Low = 1,
}

fn main() {}
