use mrtr_runtime::prelude::*;

struct Place {
    city: String,
}

#[derive(Elicit)]
struct Trip {
    from: Place, // mistake
    to: Place, // mistake
}

fn main() {}
