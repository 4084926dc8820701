use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    #[elicit(default = 3.0)] // mistake
    days: u32,
    #[elicit(default = 2.5)] // mistake
    nights: Option<i64>,
    #[elicit(default = 0.4, min = 1)] // mistake
    guests: u8,
}

fn main() {}
