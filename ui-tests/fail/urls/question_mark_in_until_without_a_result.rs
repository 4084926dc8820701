use mrtr_runtime::prelude::*;

async fn look(order: u32) -> Result<Option<u32>, String> {
    Ok(paid(order).await)
}

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(order: u32) -> bool {
    let paid = ask_url!("https://pay.example/", until = look(order).await?, "Pay").await;
    paid.is_ok()
}

fn main() {}
