use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Plan {
    Other(String),
    Pro,
}

fn main() {}
