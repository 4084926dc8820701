use mrtr_runtime::prelude::*;

async fn number() -> u32 {
    capture!(4)
}

fn main() {}
