use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay() -> Result<u32, Refused> {
    let paid = || async { Some(7) };
    ask_url!("https://pay.example", "Pay", until = paid().await).await
}

fn main() {}
