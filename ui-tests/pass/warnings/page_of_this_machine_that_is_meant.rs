use mrtr_runtime::prelude::*;

async fn paid(order: u32) -> Option<u32> {
    Some(order)
}

#[mrtr_tool(allow(local_page))]
async fn pay(order: u32) -> Result<u32, Refused> {
    ask_url!(
        "http://localhost:8080/pay",
        until = paid(order).await,
        "Pay the invoice"
    )
    .await?;
    ask_url!(
        "https://localhost.example.com/pay",
        until = paid(order).await,
        "Pay the rest"
    )
    .await?;
    Ok(order)
}
