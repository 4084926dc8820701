use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(max_items = 3)]
    name: String,
}

fn main() {}
