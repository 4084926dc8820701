use mrtr_runtime::prelude::*;

const MOST: &str = "5";

#[derive(Elicit)]
struct Order {
    #[elicit(max = MOST)]
    count: u8,
}

fn main() {}
