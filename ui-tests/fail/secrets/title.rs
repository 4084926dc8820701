use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    #[elicit(title = "Your API key")]
    value: String,
}

fn main() {}
