//! `.unattended(true)`: a server that asks no person, whatever its clients declare.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::Counter;
use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, value};

#[mrtr_tool]
async fn deploy(flow: Flow, captured: &AtomicUsize) -> Result<String, Refused> {
    let region = ask_elicit!(String, or = "eu".to_owned(), "Which region?").await?;
    let number = capture!(captured.fetch_add(1, Ordering::SeqCst));
    let note = if flow.can(Capability::Sampling) {
        ask_sample!(key = "note", "A note on {region}")
            .await
            .text()
            .ok()
    } else {
        None
    };
    Ok(format!(
        "{region} {number} {note:?} {}",
        flow.can(Capability::Form)
    ))
}

#[tokio::test]
async fn a27_an_ask_with_a_value_takes_it_and_models_are_asked_all_the_same() {
    let captured = AtomicUsize::new(0);
    let handler = async |flow: &Flow| deploy(flow, &captured).await;
    let mut client = Client::unattended();
    assert_eq!(client.send(json!(null), handler).await.asked(), ["note"]);
    let note = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "a"}});
    let done = client.send(json!({ "note": note }), handler).await;
    assert_eq!(done.complete(), Ok(r#"eu 0 Some("a") false"#.to_owned()));
}

#[mrtr_tool]
async fn wipe(captured: &AtomicUsize) -> Result<&'static str, Refused> {
    capture!(captured.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Wipe it?").await?;
    Ok("wiped")
}

#[mrtr_tool]
async fn pays() -> Result<&'static str, Refused> {
    ask_url!(
        "https://pay.example.com/",
        key = "page",
        until = None::<()>,
        "Pay"
    )
    .await?;
    Ok("paid")
}

#[tokio::test]
async fn a27_an_ask_without_a_value_ends_the_call_with_a_text_that_says_so() {
    let captured = AtomicUsize::new(0);
    let mut client = Client::unattended();
    let ended = client
        .send(json!(null), async |flow: &Flow| wipe(flow, &captured).await)
        .await;
    assert!(ended.text().contains("runs unattended"), "{ended:?}");
    assert_eq!(captured.load(Ordering::SeqCst), 0, "it is known ahead");
    let ended = client.send(json!(null), pays).await;
    assert!(ended.text().contains("runs unattended"), "{ended:?}");
    assert_eq!(client.mrtr.counters().get(Counter::Failed, "unattended"), 2);
}

#[mrtr_tool]
async fn two(first: &str) -> Result<String, Refused> {
    let first = ask_elicit!(String, key = "first", "{first}").await?;
    let second = ask_elicit!(String, key = "second", "Second?").await?;
    Ok(first + &second)
}

#[tokio::test]
async fn a_flow_that_a_person_began_keeps_the_answers_and_asks_no_more() {
    let handler = async |flow: &Flow| two(flow, "First?").await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    let mut later = Client::unattended();
    later.state.clone_from(&client.state);
    let ended = later.send(json!({"first": value("a")}), handler).await;
    assert!(ended.text().contains("runs unattended"), "{ended:?}");
    client
        .send(json!({"first": value("a")}), handler)
        .await
        .asked();
    later.state.clone_from(&client.state);
    let done = later.send(json!({"second": value("b")}), handler).await;
    assert_eq!(done.complete(), Ok("ab".to_owned()));
}

#[mrtr_tool]
async fn asks_a_model_too() -> Result<(), Refused> {
    let (sure, note) = tokio::join!(ask_confirm!(key = "sure", "Sure?"), ask_sample!("A note"));
    let _ = note.text();
    sure
}

#[tokio::test]
async fn what_the_client_lacks_is_told_where_no_person_is_missing() {
    let mut client = Client::unattended();
    client.capabilities.sampling = false;
    let ended = client.send(json!(null), asks_a_model_too).await;
    assert!(ended.text().contains("runs unattended"), "{ended:?}");
    assert_eq!(client.send(json!(null), ask_a_model).await.code(), -32021);
}

#[mrtr_tool]
async fn ask_a_model() -> Result<String, mrtr_runtime::SampleError> {
    ask_sample!(key = "note", "A note").await.text()
}
