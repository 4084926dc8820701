use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    #[elicit(max_length = 3, default = "Paris")]
    city: String,
}

fn main() {}
