use mrtr_runtime::prelude::*;

async fn count() -> u32 {
    4
}

#[mrtr_tool]
async fn query() -> u32 {
    capture!(count()).await
}

fn main() {}
