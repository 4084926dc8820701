use mrtr_runtime::prelude::*;

#[derive(Elicit)]
union Bits {
    word: u32,
    float: f32,
}

fn main() {}
