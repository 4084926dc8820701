use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, Refused> {
    let late = order == 0;
    ask_url!("https://pay.example/", until = if late { return Ok(0) } else { paid(order).await }, "Pay").await?;
    Ok(order)
}

fn main() {}
