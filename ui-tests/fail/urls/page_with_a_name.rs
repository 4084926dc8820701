use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, Refused> {
    ask_url!(url = format!("https://pay.example/{order}"), until = paid(order).await, "Pay").await?;
    Ok(order)
}

fn main() {}
