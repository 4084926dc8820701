use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> u32 {
    let outer = capture!({
        let inner = capture!(4_u32);
        inner + 1
    });
    outer
}

fn main() {}
