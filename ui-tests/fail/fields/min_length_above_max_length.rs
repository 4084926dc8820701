use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(min_length = 10, max_length = 1)]
    name: String,
}

fn main() {}
