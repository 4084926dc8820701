use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(title = 5)]
    name: String,
}

fn main() {}
