use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    #[choice(title = "Where to?")]
    town: String,
}

fn main() {}
