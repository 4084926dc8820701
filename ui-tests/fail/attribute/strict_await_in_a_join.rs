use mrtr_runtime::prelude::*;

async fn load() -> u32 {
    7
}

#[mrtr_tool(strict)]
async fn handler() -> Result<u32, Refused> {
    let (count, sure) = tokio::join!(load(), ask_confirm!("Delete?"));
    sure?;
    Ok(count)
}

fn main() {}
