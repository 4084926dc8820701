#![deny(warnings)]
use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<u32, Refused> {
    ask_url!("http://localhost:8080/pay", until = paid(order).await, "Pay the invoice").await?;
    Ok(order)
}

fn main() {}
