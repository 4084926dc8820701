use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    user: String,
    password: String, // mistake
    api_key: String, // mistake
}

fn main() {}
