//! R14: with a store, each answered round of a `single_use` handler counts once.

mod answers;
mod broken_stores;
mod full;
mod holders;
mod no_answers;
mod outages;
mod repeats;
mod replies;
mod rounds;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::store::{Claimed, RoundClaim, StoreError, Storing};
use mrtr_runtime::{Failure, Limits, MemoryStore, RoundStore};
use serde_json::{Value, json};

use crate::harness::{Client, NONE, Seen, accept, decline, value, yes};

/// What a shop does for real.
#[derive(Default)]
struct Shop {
    runs: AtomicUsize,
    reserved: AtomicUsize,
    charged: AtomicUsize,
}

impl Shop {
    fn counts(&self) -> [usize; 3] {
        [&self.runs, &self.reserved, &self.charged].map(|count| count.load(Ordering::SeqCst))
    }
}

#[mrtr_tool(single_use)]
async fn pay(shop: &Shop) -> Result<String, Refused> {
    shop.runs.fetch_add(1, Ordering::SeqCst);
    let name = ask_elicit!(String, "Who pays?").await?;
    let hold = capture!(shop.reserved.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Charge {name}?").await?;
    let receipt = shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok(format!("{name} {hold} {receipt}"))
}

fn shop_client() -> Client {
    client_of(Arc::new(MemoryStore::new()))
}

fn client_of(store: Arc<dyn RoundStore>) -> Client {
    Client::with_store(Limits::default(), store)
}

/// A client that is asked whether it is sure.
async fn sure(shop: &Shop) -> Client {
    let mut client = shop_client();
    ask_sure(&mut client, shop).await;
    client
}

async fn ask_sure(client: &mut Client, shop: &Shop) {
    let handler = async |flow: &Flow| pay(flow, shop).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
    let named = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(named.asked(), ["sure"]);
}

fn is_bad_state(failed: &Reply<Result<String, Refused>>) -> bool {
    let Reply::Failed(Failure::Rpc(error)) = failed else {
        return false;
    };
    // To the byte what a state that does not open gets.
    let told = "Invalid or expired requestState. Call again without it.";
    (error.code, error.message.as_str()) == (-32602, told)
        && error.data == Some(json!({"reason": "invalid_request_state"}))
}

/// Holds its first charge until it is told to go on.
struct SlowShop {
    shop: Shop,
    go: tokio::sync::Notify,
}

#[mrtr_tool(single_use)]
async fn pay_slowly(slow: &SlowShop) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    slow.shop.runs.fetch_add(1, Ordering::SeqCst);
    slow.go.notified().await;
    slow.shop.charged.fetch_add(1, Ordering::SeqCst);
    Ok("paid".to_owned())
}

async fn slow(store: Arc<dyn RoundStore>) -> (Client, SlowShop) {
    let (shop, go) = (Shop::default(), tokio::sync::Notify::new());
    let slow = SlowShop { shop, go };
    let mut client = client_of(store);
    let handler = async |flow: &Flow| pay_slowly(flow, &slow).await;
    client.send(json!(null), handler).await.asked();
    (client, slow)
}
