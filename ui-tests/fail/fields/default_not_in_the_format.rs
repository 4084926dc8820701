use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    #[elicit(format = "date", default = "tomorrow")]
    day: String,
}

fn main() {}
