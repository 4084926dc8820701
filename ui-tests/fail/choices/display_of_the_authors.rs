use mrtr_runtime::prelude::*;
use std::fmt;

#[derive(Choice)]
enum Size {
    Small,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("small")
    }
}

fn main() {}
