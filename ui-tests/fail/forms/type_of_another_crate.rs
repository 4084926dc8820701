use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    day: std::time::Duration,
}

fn main() {}
