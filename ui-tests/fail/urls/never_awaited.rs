use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, Refused> {
    ask_url!("https://pay.example/", until = paid(order).await, "Pay");
    Ok(order)
}

fn main() {}
