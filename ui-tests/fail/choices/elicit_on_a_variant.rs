use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[elicit(title = "S")]
    Small,
}

fn main() {}
