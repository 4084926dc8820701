use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Color {
    rgb: [u8; 3],
}

fn main() {}
