use mrtr_runtime::prelude::*;

struct Tag;

#[derive(Elicit)]
struct Labels {
    tags: Vec<Tag>,
}

fn main() {}
