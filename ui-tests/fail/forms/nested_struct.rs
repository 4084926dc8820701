use mrtr_runtime::prelude::*;

struct Place {
    city: String,
}

#[derive(Elicit)]
struct Trip {
    from: Place,
    to: Place,
}

fn main() {}
