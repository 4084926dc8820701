use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    name: Box<str>,
}

fn main() {}
