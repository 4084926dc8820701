use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Draw {
    numbers: Vec<u8>,
}

fn main() {}
