//! R14: without a store, a state can be spent many times; `single_use` refuses to run without one.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, decline, value, yes};

#[mrtr_tool]
async fn forks(reserved: &AtomicUsize) -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    let hold = capture!(reserved.fetch_add(1, Ordering::SeqCst));
    let sure = ask_confirm!(key = "sure", "Sure?").await.is_ok();
    Ok(format!("{name} {hold} {sure}"))
}

#[tokio::test]
async fn r14_each_branch_of_a_fork_runs_and_effects_ahead_of_it_do_not_run_again() {
    let mut client = Client::new();
    let reserved = AtomicUsize::new(0);
    let handler = async |flow: &Flow| forks(flow, &reserved).await;
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"name": value("Ann")}), handler)
        .await
        .asked();
    let mut other = client.fork();
    let yes = client.send(json!({"sure": yes()}), handler).await;
    let no = other.send(json!({"sure": decline()}), handler).await;
    assert_eq!(yes.complete(), Ok("Ann 0 true".to_owned()));
    assert_eq!(no.complete(), Ok("Ann 0 false".to_owned()));
    assert_eq!(reserved.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a59_the_same_retry_twice_at_once_is_served_twice_and_correctly() {
    let mut client = Client::new();
    let reserved = AtomicUsize::new(0);
    let handler = async |flow: &Flow| forks(flow, &reserved).await;
    client.send(json!(null), handler).await.asked();
    let mut other = client.fork();
    let (a, b) = tokio::join!(
        client.send(json!({"name": value("Ann")}), handler),
        other.send(json!({"name": value("Ann")}), handler),
    );
    assert_eq!((a.asked(), b.asked()), (vec!["sure"], vec!["sure"]));
    // Each ran, and each goes on with what it captured itself.
    let (a, b) = tokio::join!(
        client.send(json!({"sure": yes()}), handler),
        other.send(json!({"sure": decline()}), handler),
    );
    let mut served = [a, b].map(|done| done.complete().unwrap());
    served.sort();
    let each = [["Ann 0 true", "Ann 1 false"], ["Ann 0 false", "Ann 1 true"]];
    assert!(
        each.contains(&served.each_ref().map(String::as_str)),
        "{served:?}"
    );
    assert_eq!(reserved.load(Ordering::SeqCst), 2);
}

static RAN: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool(single_use)]
async fn once() -> Result<(), Refused> {
    RAN.fetch_add(1, Ordering::SeqCst);
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn r14_single_use_refuses_to_run_without_a_store() {
    let mut client = Client::new();
    let failed = client
        .send(json!(null), async |flow| once(flow).await)
        .await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(RAN.load(Ordering::SeqCst), 0);
}

#[mrtr_tool]
async fn keyed(flow: Flow) -> Result<(String, String, String, String), Refused> {
    let key = flow.key("pay", &("invoice", 7));
    let other = flow.key("pay", &("invoice", 8));
    ask_confirm!(key = "sure", "{key} {other}?").await?;
    Ok((flow.id(), key, other, flow.key("refund", &("invoice", 7))))
}

#[tokio::test]
async fn the_keys_of_a_flow_stay_and_differ_by_name_inputs_and_flow() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| keyed(flow).await;
    let first = client.send(json!(null), handler).await;
    let message = first.message("sure").to_owned();
    let (id, pay, other, refund) = client
        .send(json!({"sure": yes()}), handler)
        .await
        .complete()
        .unwrap();
    assert_eq!(message, format!("{pay} {other}?"));
    assert_eq!(id.len(), 32);
    let mut stranger = Client::new();
    stranger.send(json!(null), handler).await.asked();
    let (id2, pay2, ..) = stranger
        .send(json!({"sure": yes()}), handler)
        .await
        .complete()
        .unwrap();
    let all = [id, id2, pay, other, refund, pay2];
    let distinct: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
}
