use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, Refused> {
    let done = paid(order).await;
    let is_paid = done.is_some();
    ask_url!("https://pay.example/", until = done, "Pay").await?; // mistake
    ask_url!("https://pay.example/more", until = done.clone(), "Pay more").await?; // mistake
    ask_url!("https://pay.example/rest", until = is_paid.then_some(()), "Pay the rest").await?; // mistake
    Ok(order)
}

fn main() {}
