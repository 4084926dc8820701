use mrtr_runtime::prelude::*;

async fn load() -> u32 {
    7
}

#[mrtr_tool(strict)]
async fn handler() -> Result<(), Refused> {
    let count = load().await;
    ask_confirm!("Delete {count}?").await?;
    Ok(())
}

fn main() {}
