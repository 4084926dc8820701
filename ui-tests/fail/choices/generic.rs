use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size<const N: usize> {
    Small,
}

fn main() {}
