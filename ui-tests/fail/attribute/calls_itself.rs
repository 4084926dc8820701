use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count(n: u32) -> Result<u32, Refused> {
    ask_confirm!("Go on from {n}?").await?;
    count(n + 1).await
}

fn main() {}
