use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Sure {
    #[elicit(min = 1)]
    sure: bool,
}

fn main() {}
