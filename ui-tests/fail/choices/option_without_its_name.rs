use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[choice("S")]
    Small,
}

fn main() {}
