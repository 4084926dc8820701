use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[choice(rename = "s")]
    Small,
}

fn main() {}
