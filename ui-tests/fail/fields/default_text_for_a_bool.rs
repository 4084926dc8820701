use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Sure {
    #[elicit(default = "yes")]
    sure: bool,
}

fn main() {}
