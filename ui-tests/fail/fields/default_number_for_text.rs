use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(default = 5)]
    name: String,
}

fn main() {}
