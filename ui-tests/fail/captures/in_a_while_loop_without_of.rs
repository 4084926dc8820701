use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count() -> u32 {
    let mut sum = 0;
    while sum < 10 {
        sum += capture!(4_u32);
    }
    sum
}

fn main() {}
