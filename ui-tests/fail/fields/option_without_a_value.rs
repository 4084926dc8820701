use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(max_length)]
    name: String,
}

fn main() {}
