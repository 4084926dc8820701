use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elict(max_length = 3)]
    name: String,
}

fn main() {}
