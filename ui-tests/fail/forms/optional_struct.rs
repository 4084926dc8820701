use mrtr_runtime::prelude::*;

struct Place {
    city: String,
}

#[derive(Elicit)]
struct Trip {
    via: Option<Place>,
}

fn main() {}
