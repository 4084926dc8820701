use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Labels {
    tags: Vec<String>,
}

fn main() {}
