use mrtr_runtime::prelude::*;

#[derive(Choice)]
struct Size {
    width: u8,
}

fn main() {}
