use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(min = 3)]
    name: String,
}

fn main() {}
