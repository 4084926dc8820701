use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    name: &'static str,
}

fn main() {}
