//! R10: a divergence is fatal even when it is swallowed.

use mrtr_runtime::Reply;
use mrtr_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn captures_a_number() -> Result<u32, Refused> {
    let hold = capture!(4711_u32);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[derive(Serialize, Deserialize)]
struct Hold {
    id: String,
}

/// The same asks, so the same fingerprint: only the captured type is another.
#[mrtr_tool]
async fn captures_a_struct() -> Result<u32, Refused> {
    let hold = async { capture!(key = "hold", Hold { id: "x".into() }) };
    let hold = tokio::time::timeout(std::time::Duration::from_secs(1), hold)
        .await
        .ok();
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold.map_or(0, |_| 1))
}

#[tokio::test(start_paused = true)]
async fn r10_a_capture_that_does_not_decode_is_fatal_even_under_ok() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| captures_a_number(flow).await)
        .await
        .asked();
    let (failed, log) = logged(client.send(json!({"sure": yes()}), async |flow| {
        captures_a_struct(flow).await
    }))
    .await;
    assert_eq!(failed.code(), -32603);
    assert!(
        log.contains("capture_type") && log.contains("`hold`"),
        "{log}"
    );
    assert!(log.contains("r10_divergence.rs:"), "{log}");
    assert!(!log.contains("4711"), "{log}");
}

#[mrtr_tool(version = 1, accept = [1])]
async fn asked_now() -> Result<u32, Refused> {
    let hold = ask_elicit!(u32, key = "hold", "Hold?").await.unwrap_or(0);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r10_a_capture_met_by_an_ask_is_fatal() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| captures_a_number(flow).await)
        .await
        .asked();
    let (failed, log) =
        logged(client.send(json!({"sure": yes()}), async |flow| asked_now(flow).await)).await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("capture_asked"), "{log}");
}

#[tokio::test]
async fn r10_an_answer_met_by_a_capture_is_fatal() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| asked_now(flow).await)
        .await
        .asked();
    client
        .send(json!({"hold": value(1)}), async |flow| {
            asked_now(flow).await
        })
        .await
        .asked();
    let (failed, log) = logged(client.send(json!({"sure": yes()}), async |flow| {
        captures_a_number(flow).await
    }))
    .await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("answer_captured"), "{log}");
}

#[mrtr_tool]
async fn panics() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    panic!("4711")
}

#[tokio::test]
async fn a_panic_in_a_handler_is_an_internal_error() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| panics(flow).await)
        .await
        .asked();
    let (failed, log) =
        logged(client.send(json!({"sure": yes()}), async |flow| panics(flow).await)).await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("the handler panicked"), "{log}");
    assert!(!log.contains("4711"), "{log}");
}

/// What a handler holds or returns, with a mistake in its `Drop`.
struct Panics(&'static str);

impl Drop for Panics {
    fn drop(&mut self) {
        panic!("{}", self.0)
    }
}

#[mrtr_tool]
async fn panics_when_it_is_dropped() -> Result<(), Refused> {
    let _held = Panics("4711");
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn returns_what_panics_when_it_is_dropped() -> Panics {
    let mut ask = std::pin::pin!(async { ask_confirm!(key = "sure", "Sure?").await });
    std::future::poll_fn(|context| {
        let _ = ask.as_mut().poll(context);
        std::task::Poll::Ready(())
    })
    .await;
    Panics("4711")
}

#[tokio::test]
async fn a_panic_while_a_handler_is_dropped_is_an_internal_error() {
    let mut client = Client::new();
    let (failed, log) = logged(client.send(json!(null), async |flow| {
        panics_when_it_is_dropped(flow).await
    }))
    .await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("the handler panicked"), "{log}");
    assert!(!log.contains("4711"), "{log}");
    let failed = client
        .send(json!(null), async |flow| {
            returns_what_panics_when_it_is_dropped(flow).await
        })
        .await;
    assert!(matches!(failed, Reply::Failed(_)));
}
