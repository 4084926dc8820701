use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    #[elicit(rename = "fullName")]
    name: String,
}

fn main() {}
