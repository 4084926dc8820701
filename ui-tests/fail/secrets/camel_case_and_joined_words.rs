use mrtr_runtime::prelude::*;

#[derive(Elicit)]
#[allow(non_snake_case)]
struct Login {
    userPassword: String, // mistake
    apiKey: String, // mistake
    accessToken: String, // mistake
    passwd: String, // mistake
}

fn main() {}
