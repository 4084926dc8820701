use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    secret_token: Option<String>,
}

fn main() {}
