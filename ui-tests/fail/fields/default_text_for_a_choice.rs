use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    Small,
}

#[derive(Elicit)]
struct Shirt {
    #[elicit(default = "Small")]
    size: Size,
}

fn main() {}
