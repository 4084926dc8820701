use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool]
async fn pay(orders: Vec<u32>) -> Result<u32, Refused> {
    for order in orders {
        ask_url!(
            "https://pay.example/",
            of = order,
            until = if order == 0 { continue } else { paid(order).await },
            "Pay"
        )
        .await?;
    }
    Ok(7)
}

fn main() {}
