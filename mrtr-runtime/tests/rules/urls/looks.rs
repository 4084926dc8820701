//! What `until` looks up may never answer: a look that takes too long counts as one that came too early.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Dialog, Limits};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::{PAGE, address, opened};
use crate::harness::{Client, Seen, yes};
use crate::logs::logged;

const SECOND: Duration = Duration::from_secs(1);

/// Somebody who is asked whether the page is done: it is not at the looks that take no time here, and is at all
/// others, each of which takes so many seconds.
#[derive(Default)]
pub struct Provider {
    takes: Vec<u32>,
    looks: AtomicUsize,
    given_up: AtomicUsize,
}

/// Longer than anybody waits.
pub const HANGS: u32 = 7 * 24 * 60 * 60;

impl Provider {
    pub fn taking(takes: &[u32]) -> Self {
        Self {
            takes: takes.to_vec(),
            ..Self::default()
        }
    }

    pub fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }

    pub fn given_up(&self) -> usize {
        self.given_up.load(Ordering::SeqCst)
    }

    /// The receipt.
    pub async fn receipt(&self) -> Option<&'static str> {
        let look = self.looks.fetch_add(1, Ordering::SeqCst);
        let dropped = Dropped(&self.given_up);
        let takes = self.takes.get(look).copied();
        sleep(takes.unwrap_or_default() * SECOND).await;
        std::mem::forget(dropped);
        (takes != Some(0)).then_some("R-7")
    }
}

struct Dropped<'c>(&'c AtomicUsize);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[mrtr_tool]
async fn pay(provider: &Provider) -> Result<&'static str, Refused> {
    ask_url!(
        PAGE,
        key = "receipt",
        until = provider.receipt().await,
        "Pay the order"
    )
    .await
}

/// The whole call of an old client.
pub async fn pay_live(
    client: &Client,
    dialog: &impl Dialog,
    provider: &Provider,
) -> Reply<Result<&'static str, Refused>> {
    let (request, function) = (client.request(json!(null)), __mrtr_function_pay());
    let body = |flow: Flow| pay_part(flow.body(), provider);
    client
        .mrtr
        .serve_live(request, function, dialog, body)
        .await
}

#[tokio::test(start_paused = true)]
async fn a64_a_look_that_hangs_ends_with_the_hold_and_the_same_page_is_asked_for_again() {
    let provider = Provider::taking(&[0, HANGS, 0, HANGS, 0, 0, HANGS]);
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &provider).await;
    client.send(json!(null), handler).await.asked();
    for (looks, given_up) in [(2, 1), (4, 2), (7, 3)] {
        let started = Instant::now();
        let answer = client.send(json!({"receipt": opened()}), handler);
        let (again, log) = logged(answer).await;
        assert_eq!(again.asked(), ["receipt"]);
        assert_eq!(address(&again), PAGE);
        assert_eq!(
            again.message("receipt"),
            "This is not done yet.\n\nPay the order"
        );
        assert_eq!(started.elapsed(), 20 * SECOND);
        assert_eq!((provider.looks(), provider.given_up()), (looks, given_up));
        for told in ["WARN", "key=\"receipt\"", "looks.rs", "reason=\"look\""] {
            assert!(log.contains(told), "{log}");
        }
    }
    let counters = client.mrtr.counters();
    assert_eq!(counters.get(Counter::AskedAgain, "not_done"), 3);
    let done = client.send(json!({"receipt": opened()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
}

#[tokio::test(start_paused = true)]
async fn a_page_whose_first_look_hangs_is_asked_for() {
    let provider = Provider::taking(&[HANGS]);
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &provider).await;
    let started = Instant::now();
    let asked = client.send(json!(null), handler).await;
    assert_eq!(asked.message("receipt"), "Pay the order");
    assert_eq!(started.elapsed(), 20 * SECOND);
    let done = client.send(json!({"receipt": opened()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
}

#[tokio::test(start_paused = true)]
async fn a_look_has_five_seconds_at_the_least_however_short_the_hold_is() {
    let of = |hold_open, round_time| Limits {
        hold_open: hold_open * SECOND,
        round_time: round_time * SECOND,
        ..Limits::default()
    };
    for limits in [of(0, 60), of(3, 60), of(20, 3)] {
        for (takes, done) in [(4, true), (HANGS, false)] {
            let provider = Provider::taking(&[0, takes]);
            let mut client = Client::with(limits.clone());
            let handler = async |flow: &Flow| pay(flow, &provider).await;
            client.send(json!(null), handler).await.asked();
            let started = Instant::now();
            let reply = client.send(json!({"receipt": opened()}), handler).await;
            assert_eq!(matches!(reply, Reply::Complete { .. }), done, "{reply:?}");
            assert_eq!(started.elapsed(), takes.min(5) * SECOND, "{limits:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_look_at_the_end_has_its_time() {
    for (takes, done) in [(4, true), (HANGS, false)] {
        let mut early = vec![0; 14];
        early.push(takes);
        let provider = Provider::taking(&early);
        let mut client = Client::new();
        let handler = async |flow: &Flow| pay(flow, &provider).await;
        client.send(json!(null), handler).await.asked();
        let started = Instant::now();
        let reply = client.send(json!({"receipt": opened()}), handler).await;
        assert_eq!(provider.looks(), 15);
        assert_eq!(matches!(reply, Reply::Complete { .. }), done, "{reply:?}");
        assert_eq!(started.elapsed(), (20 + takes.min(5)) * SECOND);
    }
}

#[mrtr_tool]
async fn pay_and_pack(provider: &Provider) -> Result<&'static str, Refused> {
    sleep(100 * SECOND).await;
    let receipt = ask_url!(PAGE, until = provider.receipt().await, "Pay the order").await?;
    sleep(100 * SECOND).await;
    ask_confirm!(key = "sure", "Pack it?").await?;
    sleep(100 * SECOND).await;
    Ok(receipt)
}

#[tokio::test(start_paused = true)]
async fn what_stands_around_an_ask_takes_the_time_that_it_takes() {
    let provider = Provider::taking(&[0, 3]);
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay_and_pack(flow, &provider).await;
    client.send(json!(null), handler).await.asked();
    let started = Instant::now();
    let asked = client.send(json!({"receipt": opened()}), handler).await;
    assert_eq!(asked.asked(), ["sure"]);
    assert_eq!(started.elapsed(), 203 * SECOND);
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
    assert_eq!(provider.given_up(), 0);
}
