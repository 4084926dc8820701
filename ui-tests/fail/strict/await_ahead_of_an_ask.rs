use mrtr_runtime::prelude::*;

async fn load() -> u32 {
    4
}

#[mrtr_tool(strict)]
async fn close() -> Result<u32, Refused> {
    let row = load().await;
    ask_confirm!("Close {row}?").await?;
    Ok(row)
}

fn main() {}
