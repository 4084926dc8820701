use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    #[elicit(default = String::from("Lyon"))]
    city: String,
}

fn main() {}
