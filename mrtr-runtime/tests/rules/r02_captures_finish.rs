//! R2: open asks wait for running captures in other branches, and for nothing else.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use serde_json::json;
use tokio::time::sleep;

use crate::harness::{Client, Seen, yes};

static CHARGED: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn beside_a_capture() -> Result<usize, Refused> {
    let asks = async { ask_confirm!(key = "sure", "Sure?").await };
    let charges = async {
        capture!(key = "charge", {
            sleep(Duration::from_secs(5)).await;
            CHARGED.fetch_add(1, Ordering::SeqCst)
        })
    };
    let (sure, charge) = tokio::join!(asks, charges);
    sure.map(|()| charge)
}

#[tokio::test(start_paused = true)]
async fn r2_an_open_ask_waits_for_a_capture_that_runs_beside_it() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| beside_a_capture(flow).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["sure"]);
    assert_eq!(CHARGED.load(Ordering::SeqCst), 1);
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(0));
    assert_eq!(CHARGED.load(Ordering::SeqCst), 1, "captured once per flow");
}

static SLEPT: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn beside_a_sleep() -> Result<(), Refused> {
    let asks = async { ask_confirm!(key = "sure", "Sure?").await };
    let sleeps = async {
        sleep(Duration::from_secs(3600)).await;
        SLEPT.fetch_add(1, Ordering::SeqCst);
    };
    tokio::join!(asks, sleeps).0
}

#[tokio::test(start_paused = true)]
async fn r2_an_open_ask_does_not_wait_for_a_plain_await() {
    let mut client = Client::new();
    let started = tokio::time::Instant::now();
    let asked = client
        .send(json!(null), async |flow| beside_a_sleep(flow).await)
        .await;
    assert_eq!(asked.asked(), ["sure"]);
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert_eq!(SLEPT.load(Ordering::SeqCst), 0);
}

#[mrtr_tool]
async fn beside_an_endless_capture() -> Result<(), Refused> {
    let asks = async { ask_confirm!(key = "sure", "Sure?").await };
    let hangs = async {
        let never: () = capture!(key = "hangs", std::future::pending().await);
        never
    };
    tokio::join!(asks, hangs).0
}

#[tokio::test(start_paused = true)]
async fn r2_a_capture_that_takes_longer_than_round_time_fails_the_round() {
    let mut client = Client::new();
    let started = tokio::time::Instant::now();
    let failed = client
        .send(json!(null), async |flow| {
            beside_an_endless_capture(flow).await
        })
        .await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(started.elapsed(), Duration::from_secs(60));
}
