use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(max_lenght = 3)]
    name: String,
}

fn main() {}
