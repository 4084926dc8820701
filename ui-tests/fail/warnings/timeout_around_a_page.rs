#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::Duration;

fn paid() -> Option<()> {
    None
}

#[mrtr_tool]
async fn pay() -> Result<String, Refused> {
    let page = "https://pay.example/42";
    let paid = tokio::time::timeout(Duration::from_secs(9), ask_url!(page, until = paid(), "Pay"));
    paid.await.map_or(Ok(()), |paid| paid)?;
    Ok(String::new())
}

fn main() {}
