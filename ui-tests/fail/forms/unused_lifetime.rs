use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who<'a> {
    name: std::borrow::Cow<'a, str>,
}

fn main() {}
