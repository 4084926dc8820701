use mrtr_runtime::prelude::*;

async fn look(order: u32) -> Result<Option<u32>, std::fmt::Error> {
    Ok(paid(order).await)
}

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, std::fmt::Error> {
    ask_url!("https://pay.example/", until = look(order).await?, "Pay").await?;
    Ok(order)
}

fn main() {}
