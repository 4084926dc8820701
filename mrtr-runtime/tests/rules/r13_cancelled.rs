//! R13: a cancelled request starts no capture, lets a running one finish, and records nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use serde_json::json;
use tokio::time::sleep;

use crate::harness::{Client, Seen};

static FIRST: AtomicUsize = AtomicUsize::new(0);
static SECOND: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn two_captures() -> &'static str {
    capture!(key = "first", {
        sleep(Duration::from_secs(2)).await;
        FIRST.fetch_add(1, Ordering::SeqCst);
    });
    capture!(key = "second", {
        SECOND.fetch_add(1, Ordering::SeqCst);
    });
    "done"
}

#[tokio::test(start_paused = true)]
async fn r13_a_running_capture_may_finish_and_no_other_starts() {
    let mut client = Client::new();
    let request = client
        .request(json!(null))
        .cancelled(sleep(Duration::from_secs(1)));
    let started = tokio::time::Instant::now();
    let failed = client
        .send_request(request, async |flow| two_captures(flow).await)
        .await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(started.elapsed(), Duration::from_secs(2));
    let runs = [&FIRST, &SECOND].map(|count| count.load(Ordering::SeqCst));
    assert_eq!(runs, [1, 0]);
}

#[mrtr_tool]
async fn waits() -> &'static str {
    sleep(Duration::from_secs(3600)).await;
    "done"
}

#[tokio::test(start_paused = true)]
async fn r13_a_cancelled_handler_is_dropped_at_once_where_nothing_is_captured() {
    let mut client = Client::new();
    let request = client
        .request(json!(null))
        .cancelled(sleep(Duration::from_secs(1)));
    let started = tokio::time::Instant::now();
    let failed = client
        .send_request(request, async |flow| waits(flow).await)
        .await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(started.elapsed(), Duration::from_secs(1));
}

#[mrtr_tool]
async fn endless_capture() -> &'static str {
    let never: () = capture!(key = "never", std::future::pending().await);
    let () = never;
    "done"
}

#[tokio::test(start_paused = true)]
async fn r13_a_running_capture_has_round_time_to_finish() {
    let mut client = Client::new();
    let request = client
        .request(json!(null))
        .cancelled(sleep(Duration::from_secs(1)));
    let started = tokio::time::Instant::now();
    let failed = client
        .send_request(request, async |flow| endless_capture(flow).await)
        .await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(started.elapsed(), Duration::from_secs(61));
}
