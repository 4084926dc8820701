use mrtr_runtime::prelude::*;

async fn load() -> u32 {
    7
}

#[mrtr_part(strict)]
async fn handler() -> Result<u32, Refused> {
    ask_confirm!("Go?").await?;
    Ok(load().await)
}

fn main() {}
