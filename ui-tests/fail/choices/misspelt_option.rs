use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    #[choice(titel = "S")]
    Small,
}

fn main() {}
