//! R15: a handler that was changed while flows are open.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, value, yes};

#[mrtr_tool]
async fn old_answers() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(name)
}

#[mrtr_tool]
async fn inserted() -> Result<String, Refused> {
    let city = ask_elicit!(String, "City?").await?;
    let name = ask_elicit!(String, "Name?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{name} of {city}"))
}

#[tokio::test]
async fn r15_answers_cross_deploys() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| old_answers(flow).await)
        .await
        .asked();
    let old = async |flow: &Flow| old_answers(flow).await;
    client
        .send(json!({"name": value("Ann")}), old)
        .await
        .asked();
    let new = async |flow: &Flow| inserted(flow).await;
    let asked = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(asked.asked(), ["city"], "only what is new is asked");
    let done = client.send(json!({"city": value("Oslo")}), new).await;
    assert_eq!(done.complete(), Ok("Ann of Oslo".to_owned()));
}

#[mrtr_tool]
async fn captures() -> Result<u32, Refused> {
    let hold = capture!(7_u32);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn captures_and_asks_more() -> Result<u32, Refused> {
    let hold = capture!(8_u32);
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await?;
    Ok(hold)
}

#[mrtr_tool(version = 2, accept = [1])]
async fn captures_and_accepts() -> Result<u32, Refused> {
    let hold = capture!(9_u32);
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r15_captures_do_not_cross_deploys_unless_the_new_handler_accepts_the_old() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| captures(flow).await)
        .await
        .asked();
    let mut other = client.fork();
    let ended = client.send(json!({"sure": yes()}), async |flow| {
        captures_and_asks_more(flow).await
    });
    assert_eq!(ended.await.text(), "The server was updated. Call again.");
    let accepting = async |flow: &Flow| captures_and_accepts(flow).await;
    other.send(json!({"sure": yes()}), accepting).await.asked();
    assert_eq!(
        other
            .send(json!({"really": yes()}), accepting)
            .await
            .complete(),
        Ok(7)
    );
}

#[mrtr_tool]
async fn reserves(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(key = "hold", effects.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn reserves_under_another_key(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(key = "reservation", effects.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool(version = 2, accept = [1])]
async fn reserves_more_and_accepts(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(key = "extra", effects.fetch_add(1, Ordering::SeqCst));
    capture!(key = "hold", effects.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn r15_no_capture_runs_again_under_another_key() {
    let effects = AtomicUsize::new(0);
    let mut client = Client::new();
    let old = async |flow: &Flow| reserves(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let mut other = client.fork();
    let new = async |flow: &Flow| reserves_under_another_key(flow, &effects).await;
    let ended = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(ended.text(), "The server was updated. Call again.");
    assert_eq!(effects.load(Ordering::SeqCst), 1);
    let accepting = async |flow: &Flow| reserves_more_and_accepts(flow, &effects).await;
    let done = other.send(json!({"sure": yes()}), accepting).await;
    assert_eq!(done.complete(), Ok(()));
    assert_eq!(effects.load(Ordering::SeqCst), 2, "only what is new");
}

static HOLDS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

#[mrtr_part]
async fn reserve() -> usize {
    capture!(
        key = "hold",
        HOLDS.fetch_add(1, std::sync::atomic::Ordering::SeqCst)
    )
}

#[mrtr_tool]
async fn calls_a_part() -> Result<usize, Refused> {
    let hold = part!(reserve()).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn calls_it_by_another_key() -> Result<usize, Refused> {
    let hold = part!(key = "booking", reserve()).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r15_a_part_under_another_key_does_not_capture_again() {
    let mut client = Client::new();
    let old = async |flow: &Flow| calls_a_part(flow).await;
    client.send(json!(null), old).await.asked();
    let new = async |flow: &Flow| calls_it_by_another_key(flow).await;
    let ended = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(ended.text(), "The server was updated. Call again.");
    assert_eq!(HOLDS.load(std::sync::atomic::Ordering::SeqCst), 1);
}
