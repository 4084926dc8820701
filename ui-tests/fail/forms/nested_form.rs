use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Place {
    city: String,
}

#[derive(Elicit)]
struct Trip {
    to: Place,
}

fn main() {}
