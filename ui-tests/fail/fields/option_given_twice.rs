use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(max_length = 3, max_length = 4)]
    name: String,
}

fn main() {}
