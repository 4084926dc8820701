use mrtr_runtime::prelude::*;

#[derive(Elicit)]
#[elicit(title = "Who are you?")]
struct Who {
    name: String,
}

fn main() {}
