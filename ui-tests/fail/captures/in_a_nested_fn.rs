use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> u32 {
    async fn load() -> u32 {
        capture!(4)
    }
    load().await
}

fn main() {}
