//! R1: an unanswered ask parks the handler, whatever stands around it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, value, yes};

static WENT_ON: AtomicUsize = AtomicUsize::new(0);

fn went_on() -> &'static str {
    WENT_ON.fetch_add(1, Ordering::SeqCst);
    "went on"
}

#[mrtr_tool(allow(timeout))]
async fn timeout() -> &'static str {
    let _ = tokio::time::timeout(Duration::from_secs(1), ask_confirm!(key = "sure", "Sure?")).await;
    went_on()
}

#[mrtr_tool(allow(default_answer))]
async fn swallow() -> &'static str {
    ask_elicit!(String, key = "sure", "Name?")
        .await
        .unwrap_or_default();
    went_on()
}

async fn with_retry<T, E>(mut attempt: impl AsyncFnMut() -> Result<T, E>) -> Option<T> {
    for _ in 0..3 {
        if let Ok(value) = attempt().await {
            return Some(value);
        }
    }
    None
}

#[mrtr_tool]
async fn retry() -> &'static str {
    with_retry(async || ask_confirm!(key = "sure", of = 1, "Sure?").await).await;
    went_on()
}

#[mrtr_tool]
async fn try_join() -> &'static str {
    let fails = async { Err::<(), _>("fails at once") };
    let asks = async {
        ask_confirm!(key = "sure", "Sure?")
            .await
            .map_err(|_| "refused")
    };
    // The other branch fails in the same poll, so what follows runs, and its result counts for nothing.
    let _ = tokio::try_join!(asks, fails);
    "went on in the same poll"
}

#[mrtr_tool]
async fn ready_at_once() -> &'static str {
    let mut ask = std::pin::pin!(async { ask_confirm!(key = "sure", "Sure?").await });
    std::future::poll_fn(|context| {
        let _ = ask.as_mut().poll(context);
        std::task::Poll::Ready(())
    })
    .await;
    "polled once and forgotten"
}

#[tokio::test(start_paused = true)]
async fn r1_an_open_ask_ends_the_round_whatever_stands_around_it() {
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| timeout(flow).await)
        .await;
    assert_eq!(asked.asked(), ["sure"]);
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| swallow(flow).await)
        .await;
    assert_eq!(asked.asked(), ["sure"]);
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| retry(flow).await)
        .await;
    assert_eq!(asked.asked().len(), 1);
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| try_join(flow).await)
        .await;
    assert_eq!(asked.asked(), ["sure"]);
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| ready_at_once(flow).await)
        .await;
    assert_eq!(asked.asked(), ["sure"]);
    assert_eq!(WENT_ON.load(Ordering::SeqCst), 0, "code behind the ask ran");
}

#[mrtr_tool]
async fn three_rounds() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    let city = ask_elicit!(String, "Where does {name} live?").await?;
    ask_confirm!(key = "sure", "{name} of {city}?").await?;
    Ok(format!("{name} of {city}"))
}

#[tokio::test]
async fn answers_of_one_round_are_there_in_all_later_ones() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| three_rounds(flow).await;
    let first = client.send(json!(null), handler).await;
    assert_eq!(first.asked(), ["name"]);
    let first_state = client.state.clone();
    let second = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(second.asked(), ["city"]);
    assert_eq!(second.message("city"), "Where does Ann live?");
    assert_ne!(client.state, first_state);
    let third = client.send(json!({"city": value("Oslo")}), handler).await;
    assert_eq!(third.message("sure"), "Ann of Oslo?");
    let last = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(last.complete(), Ok("Ann of Oslo".to_owned()));
}
