//! What becomes of a state: lost, nested in another, too big, under keys of one process, with a life of its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::Failure;
use mrtr_runtime::prelude::*;
use serde_json::{Value, json};

use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn two() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(name)
}

#[tokio::test]
async fn a39_a_state_without_answers_asks_the_same_again_and_keeps_what_is_recorded() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| two(flow).await;
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"name": value("Ann")}), handler)
        .await
        .asked();
    for nothing in [json!(null), json!({}), json!({"name": value("Bob")})] {
        assert_eq!(client.send(nothing, handler).await.asked(), ["sure"]);
    }
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("Ann".to_owned()));
}

fn with_keys(keys: Keys) -> Mrtr {
    let builder = Mrtr::builder().keys(keys).audience("rules").single_user();
    builder.build().unwrap()
}

/// A router that is built anew for each request makes up no key of its own. (Another process does:
/// `a36_processes_without_keys_do_not_open_each_others_states`.)
#[tokio::test]
async fn a36_the_key_that_a_process_made_up_is_one_for_all_of_its_servers() {
    let handler = async |flow: &Flow| two(flow).await;
    let of_this_process = || with_keys(Keys::ephemeral().unwrap());
    let mut client = Client::new();
    client.mrtr = of_this_process();
    client.send(json!(null), handler).await.asked();
    for answers in [json!({"name": value("Ann")}), json!({})] {
        client.mrtr = of_this_process();
        assert_eq!(client.send(answers, handler).await.asked(), ["sure"]);
    }
    client.mrtr = of_this_process();
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("Ann".to_owned()));
}

#[tokio::test]
async fn a36_keys_that_were_made_up_open_nothing_elsewhere_and_the_log_says_why() {
    let handler = async |flow: &Flow| two(flow).await;
    let mut client = Client::new();
    client.mrtr = with_keys(Keys::ephemeral().unwrap());
    client.send(json!(null), handler).await.asked();
    let mut elsewhere = client.fork();
    elsewhere.mrtr = with_keys(Keys::new([[9; 32]]).unwrap());
    let answers = json!({"name": value("Ann")});
    let (refused, log) = logged(elsewhere.send(answers.clone(), handler)).await;
    assert_eq!(refused.code(), -32602);
    assert!(log.contains("reason=\"unknown_key\""), "{log}");
    assert_eq!(client.send(answers, handler).await.asked(), ["sure"]);
}

#[tokio::test]
async fn a36_a_key_that_is_made_up_is_warned_about_each_time() {
    for _ in 0..2 {
        let (keys, log) = logged(async { Keys::ephemeral() }).await;
        assert!(keys.unwrap().is_ephemeral());
        assert!(log.contains("WARN") && log.contains("EPHEMERAL"), "{log}");
    }
}

#[mrtr_tool]
async fn sings() -> Result<usize, Refused> {
    let song = ask_sample!(key = "song", "Sing").await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(song.text().map_or(0, |text| text.len()))
}

fn song(bytes: usize) -> Value {
    json!({"song": {
        "role": "assistant",
        "model": "m",
        "content": {"type": "audio", "mimeType": "audio/wav", "data": "A".repeat(bytes)},
    }})
}

/// Over the limit of an answer, or of the state that would have to hold it.
#[tokio::test]
async fn a43_an_answer_that_is_too_big_is_named() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| sings(flow).await;
    client.send(json!(null), handler).await.asked();
    let mut other = client.fork();
    let refused = other.send(song(3_000_000), handler).await;
    let Reply::Failed(Failure::Rpc(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.code, -32602);
    assert!(
        error.message.contains("inputResponses.song"),
        "{}",
        error.message
    );
    assert!(
        error.message.contains("(answer_bytes)"),
        "{}",
        error.message
    );
    let ended = client.send(song(60_000), handler).await;
    assert!(ended.text().contains("`song`"), "{}", ended.text());
    assert!(ended.text().contains("`state_bytes`"), "{}", ended.text());
}

static SHORTENED: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn sings_briefly() -> Result<String, Refused> {
    let song = ask_sample!(
        key = "song",
        keep = |sample| {
            SHORTENED.fetch_add(1, Ordering::SeqCst);
            sample.map_blocks(|block| {
                let bytes = block["data"].as_str()?.len();
                Some(json!({"type": "text", "text": format!("{bytes} bytes")}))
            })
        },
        "Sing"
    );
    let song = song.await.text().unwrap_or_default();
    ask_confirm!(key = "sure", "Keep {song}?").await?;
    Ok(song)
}

#[tokio::test]
async fn a43_what_is_not_needed_again_is_not_recorded() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| sings_briefly(flow).await;
    client.send(json!(null), handler).await.asked();
    let asked = client.send(song(60_000), handler).await;
    assert_eq!(asked.asked(), ["sure"]);
    let state = client.state.as_ref().unwrap();
    assert!(state.len() < 1000, "{}", state.len());
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete().ok(), Some("60000 bytes".to_owned()));
    assert_eq!(SHORTENED.load(Ordering::SeqCst), 1);
}

/// A gateway's tool that calls another server, whose state it keeps in its own.
#[mrtr_tool]
async fn gateway(inner: Client) -> Result<String, Refused> {
    let state = capture!(key = "inner", {
        let mut inner = inner.clone();
        let asked = inner
            .send(json!(null), async |flow: &Flow| two(flow).await)
            .await;
        assert_eq!(asked.asked(), ["name"]);
        inner.state.unwrap()
    });
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(state)
}

fn server(audience: &str) -> Client {
    let keys = Keys::new([[1; 32]]).unwrap();
    let mrtr = Mrtr::builder().keys(keys).audience(audience).single_user();
    Client {
        mrtr: mrtr.build().unwrap(),
        ..Client::new()
    }
}

#[tokio::test]
async fn a45_a_gateway_and_its_server_do_not_open_each_others_states() {
    let (mut outer, mut inner) = (server("gateway"), server("inner"));
    let handler = async |flow: &Flow| gateway(flow, inner.clone()).await;
    outer.send(json!(null), handler).await.asked();
    let of_gateway = outer.state.clone();
    let done = outer.send(json!({"sure": yes()}), handler).await;
    let of_inner = Some(done.complete().unwrap());

    inner.state = of_inner.clone();
    let answers = json!({"name": value("Ann")});
    let two = async |flow: &Flow| two(flow).await;
    assert_eq!(
        inner.fork().send(answers.clone(), two).await.asked(),
        ["sure"]
    );
    outer.state = of_inner;
    inner.state = of_gateway;
    assert_eq!(inner.send(answers, two).await.code(), -32602);
    let crossed = outer.send(json!({"sure": yes()}), async |flow: &Flow| {
        gateway(flow, inner.clone()).await
    });
    assert_eq!(crossed.await.code(), -32602);
}

#[mrtr_tool(ttl = "1h")]
async fn patient() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn a61_a_tool_may_wait_longer_than_others() {
    for (handler_waits, late) in [(true, false), (false, true)] {
        let mut client = Client::new();
        client
            .send(json!(null), async |flow: &Flow| {
                if handler_waits {
                    patient(flow).await
                } else {
                    impatient(flow).await
                }
            })
            .await
            .asked();
        client.clock.advance(Duration::from_secs(59 * 60));
        let reply = client.send(json!({"sure": yes()}), async |flow: &Flow| {
            if handler_waits {
                patient(flow).await
            } else {
                impatient(flow).await
            }
        });
        let reply = reply.await;
        assert_eq!(matches!(reply, Reply::Failed(_)), late, "{reply:?}");
    }
}

#[mrtr_tool]
async fn impatient() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}
