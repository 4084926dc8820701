use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form<const N: usize> {
    value: String,
}

fn main() {}
