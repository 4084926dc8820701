use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form<T> {
    value: T,
}

fn main() {}
