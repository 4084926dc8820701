use mrtr_runtime::prelude::*;

#[derive(Choice)]
#[choice(title = "Size")]
enum Size {
    Small,
}

fn main() {}
