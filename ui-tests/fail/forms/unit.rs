use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Sure {
    sure: (),
}

fn main() {}
