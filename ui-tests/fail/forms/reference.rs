use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who<'a> {
    name: &'a str,
}

fn main() {}
