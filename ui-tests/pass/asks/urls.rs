//! Pages of all kinds of addresses, with looks that borrow, wait and fail.
use std::collections::BTreeMap;
use std::time::SystemTime;

use mrtr_runtime::prelude::*;

struct Shop(BTreeMap<u32, String>);

#[derive(Debug)]
enum ShopError {
    Io(std::io::Error),
    Refused(Refused),
}

impl From<std::io::Error> for ShopError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Refused> for ShopError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl Shop {
    async fn receipt(&self, order: u32) -> Result<Option<&str>, std::io::Error> {
        Ok(self.0.get(&order).map(String::as_str))
    }

    fn paid_before(&self, time: SystemTime) -> Option<SystemTime> {
        (!self.0.is_empty()).then_some(time)
    }

    #[mrtr_part]
    async fn pay<'s>(&'s self, flow: &Flow, order: u32) -> Result<&'s str, ShopError> {
        let page = format!("https://pay.example.com/{}", flow.key("pay", &order));
        ask_url!(page, until = self.receipt(order).await?, "Pay {order}").await
    }
}

#[mrtr_tool(allow(local_page))]
async fn all(shop: &Shop, orders: Vec<u32>, base: String) -> Result<String, ShopError> {
    let literal = ask_url!("https://pay.example.com/1", until = shop.0.get(&1), "Pay").await?;
    let text = ask_url!(
        base,
        until = shop.receipt(2).await?,
        key = "text",
        "Pay {base}"
    )
    .await?;
    let local = ask_url!(
        "http://localhost:8000/?next=x",
        until = shop.0.get(&3),
        key = "local",
        "Open"
    );
    local.await?;
    let link = ask_url!(
        format!("https://pay.example.com/?token={base}"),
        about = orders,
        until = shop.paid_before(SystemTime::now()),
        "Pay all of {}",
        orders.len()
    )
    .await;
    let (one, other) = tokio::join!(
        ask_url!(&base, until = shop.0.get(&3), "Pay"),
        ask_url!(&base, until = shop.receipt(4).await?, "Pay"),
    );
    let mut receipts = Vec::new();
    for order in &orders {
        let receipt = ask_url!(&base, of = order, until = shop.0.get(order), "Pay {order}").await?;
        receipts.push(receipt);
    }
    let each = orders.iter().map(|order| async move {
        ask_url!(
            "https://pay.example.com/",
            key = "each",
            of = order,
            until = shop.0.get(order),
            "Pay"
        )
        .await
    });
    let mut count = 0;
    for each in each {
        count += each.await?.len();
    }
    let sum = one?.len() + other?.len() + count;
    let part = part!(shop.pay(5)).await?;
    Ok(format!("{literal}{text}{link:?}{receipts:?}{sum}{part}"))
}

/// What ends a page is meant to turn out otherwise.
#[mrtr_tool(strict)]
async fn strict(shop: &Shop) -> Result<String, ShopError> {
    let paid = ask_url!(
        "https://pay.example.com/1",
        until = shop.receipt(1).await?,
        "Pay"
    )
    .await?;
    let sure = ask_confirm!("Sure?").await.is_ok();
    Ok(format!("{paid} {sure}"))
}

/// Without a question mark in `until` a refusal is one.
#[mrtr_tool]
async fn matched(shop: &Shop) -> String {
    match ask_url!("https://pay.example.com/1", until = shop.0.get(&1), "Pay").await {
        Ok(receipt) => receipt.clone(),
        Err(Refused::Declined { key, .. } | Refused::Cancelled { key, .. }) => key,
    }
}
