use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, Refused> {
    ask_url!("https://pay.example/", until = Some(order > 7), "Pay").await?;
    Ok(order)
}

fn main() {}
