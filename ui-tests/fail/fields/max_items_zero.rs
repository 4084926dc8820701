use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Tag {
    Bug,
}

#[derive(Elicit)]
struct Labels {
    #[elicit(max_items = 0)]
    tags: Vec<Tag>,
}

fn main() {}
