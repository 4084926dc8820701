use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    #[elicit(default = None)]
    town: String,
}

fn main() {}
