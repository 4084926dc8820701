use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    Small,
}

#[derive(Elicit)]
struct Shirt {
    #[elicit(min = 3)]
    size: Size,
}

fn main() {}
