use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Span {
    span: (u8, u8),
}

fn main() {}
