use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    Small,
}

#[derive(Choice)]
enum Color {
    Red,
}

#[derive(Elicit)]
struct Shirt {
    #[elicit(default = Color::Red)]
    size: Size,
}

fn main() {}
