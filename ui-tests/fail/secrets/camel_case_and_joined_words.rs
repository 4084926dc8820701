use mrtr_runtime::prelude::*;

#[derive(Elicit)]
#[allow(non_snake_case)]
struct Login {
    userPassword: String,
    apiKey: String,
    accessToken: String,
    passwd: String,
}

fn main() {}
