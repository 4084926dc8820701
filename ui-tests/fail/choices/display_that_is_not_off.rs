use mrtr_runtime::prelude::*;

#[derive(Choice)]
#[choice(display = on)]
enum Size {
    Small,
}

fn main() {}
