use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Plan {
    Basic { seats: u8 },
    Pro,
}

fn main() {}
