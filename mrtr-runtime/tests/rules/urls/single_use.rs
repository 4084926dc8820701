//! R14: a consent claims its round, however long it is held open.

use std::sync::Arc;
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Limits, MemoryStore};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::looks::{HANGS, Provider};
use super::{PAGE, Page, opened};
use crate::harness::{Client, Seen, decline};

#[mrtr_tool(single_use)]
async fn pay_once(page: &Page) -> Result<String, Refused> {
    let receipt = ask_url!(PAGE, key = "pay", until = page.receipt().await, "Pay").await?;
    Ok(receipt.to_owned())
}

#[mrtr_tool(single_use)]
async fn pay_provider(provider: &Provider) -> Result<String, Refused> {
    let receipt = ask_url!(PAGE, key = "pay", until = provider.receipt().await, "Pay").await?;
    Ok(receipt.to_owned())
}

fn client() -> Client {
    Client::with_store(Limits::default(), Arc::new(MemoryStore::new()))
}

#[tokio::test(start_paused = true)]
async fn r14_a_held_round_is_kept_for_its_repeats_and_for_nobody_else() {
    let page = Page::default();
    let mut client = client();
    let handler = async |flow: &Flow| pay_once(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let (mut lost, mut other) = (client.fork(), client.fork());
    let again = client.send(json!({"pay": opened()}), handler).await;
    assert_eq!(again.asked(), ["pay"]);
    let looks = page.looks();
    let started = Instant::now();
    let repeated = lost.send(json!({"pay": opened()}), handler).await;
    assert_eq!(repeated, again);
    assert_eq!((page.looks(), started.elapsed()), (looks, Duration::ZERO));
    let spent = other.send(json!({"pay": decline()}), handler).await;
    assert_eq!(spent.code(), -32602);
    page.pay();
    let done = client.send(json!({"pay": opened()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn r14_a_repeat_of_a_round_that_is_held_open_waits_for_it() {
    let page = Page::default();
    let mut client = client();
    let handler = async |flow: &Flow| pay_once(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let mut repeat = client.fork();
    let paying = async {
        sleep(Duration::from_secs(9)).await;
        page.pay();
    };
    let answer = || json!({"pay": opened()});
    let (done, again, ()) = tokio::join!(
        client.send(answer(), handler),
        repeat.send(answer(), handler),
        paying
    );
    assert_eq!(done.complete(), Ok("R-7".to_owned()));
    assert_eq!(again.complete(), Ok("R-7".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn r14_a_client_that_goes_away_ends_the_wait_and_its_repeat_finds_the_reply() {
    let page = Page::default();
    let mut client = client();
    let handler = async |flow: &Flow| pay_once(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let mut repeat = client.fork();
    let request = client.request(json!({"pay": opened()}));
    let started = Instant::now();
    let left = client
        .send_request(request.cancelled(sleep(Duration::from_secs(1))), handler)
        .await;
    assert_eq!(left.asked(), ["pay"]);
    assert!(
        started.elapsed() <= Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(repeat.send(json!({"pay": opened()}), handler).await, left);
}

/// The look has its five seconds, and is given up within two when it has had them.
#[tokio::test(start_paused = true)]
async fn r13_a_look_that_hangs_is_not_waited_for_when_the_client_has_gone_away() {
    for (leaves, ends) in [(1, 5..=5), (8, 8..=10)] {
        let provider = Provider::taking(&[0, HANGS]);
        let mut client = client();
        let handler = async |flow: &Flow| pay_provider(flow, &provider).await;
        client.send(json!(null), handler).await.asked();
        let request = client.request(json!({"pay": opened()}));
        let started = Instant::now();
        let gone = sleep(Duration::from_secs(leaves));
        let left = client.send_request(request.cancelled(gone), handler).await;
        assert_eq!(left.asked(), ["pay"]);
        let seconds = started.elapsed().as_secs();
        assert!(ends.contains(&seconds), "{leaves}: {seconds}");
        assert_eq!((provider.looks(), provider.given_up()), (2, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn r14_a_retry_that_answers_nothing_gives_its_round_back() {
    let page = Page::default();
    let mut client = client();
    let handler = async |flow: &Flow| pay_once(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let mut first = client.fork();
    assert_eq!(client.send(json!({}), handler).await.asked(), ["pay"]);
    page.pay();
    let done = first.send(json!({"pay": opened()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7".to_owned()));
    let spent = client.send(json!({"pay": decline()}), handler).await;
    assert_eq!(spent.code(), -32602);
}
