use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Person {
    ssn: String,
}

fn main() {}
