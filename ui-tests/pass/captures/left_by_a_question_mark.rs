use mrtr_runtime::prelude::*;

async fn load() -> Result<u32, String> {
    Ok(4)
}

#[mrtr_tool]
async fn query() -> Result<u32, String> {
    let row = capture!(load().await?);
    ask_confirm!("Take {row}?").await?;
    Ok(row)
}
