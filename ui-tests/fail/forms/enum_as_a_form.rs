use mrtr_runtime::prelude::*;

#[derive(Elicit)]
enum Size {
    Small,
    Large,
}

fn main() {}
