use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    user: String,
    password: String,
    api_key: String,
}

fn main() {}
