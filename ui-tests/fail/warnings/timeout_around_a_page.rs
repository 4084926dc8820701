#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::Duration;

#[mrtr_tool]
async fn pay() -> Result<String, Refused> {
    let page = ask_url!("https://pay.example/", key = "paid", until = Some(()), "Pay");
    let paid = tokio::time::timeout(Duration::from_secs(60), async { page.await }).await;
    paid.map_or(Ok(()), |paid| paid)?;
    let later = tokio::time::timeout(
        Duration::from_secs(60),
        ask_url!("https://pay.example/2", key = "later", until = Some(()), "Pay the rest"),
    );
    later.await.map_or(Ok(()), |paid| paid)?;
    Ok(String::new())
}

fn main() {}
