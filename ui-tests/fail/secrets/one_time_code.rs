use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Login {
    otp: String,
}

fn main() {}
