use mrtr_runtime::prelude::*;

#[derive(Choice, PartialEq)]
enum Tag {
    Bug,
}

#[derive(Elicit)]
struct Labels {
    #[elicit(default = [Tag::Bug, Tag::Bug])]
    tags: Vec<Tag>,
}

fn main() {}
