//! Forms of clients older than MCP 2025-11-25: they have no lists, which is known ahead.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Capabilities, Failure, Reply};
use serde_json::json;

use crate::harness::{ALL, Client, NONE, Seen, accept};

const OLDER: Capabilities = Capabilities {
    older_forms: true,
    ..ALL
};

#[derive(Debug, PartialEq, Choice)]
enum Tongue {
    Ja,
    De,
}

#[derive(Debug, PartialEq, Elicit)]
struct Tongues {
    tongues: Vec<Tongue>,
}

#[mrtr_tool]
async fn in_a_form(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(effects.fetch_add(1, Ordering::SeqCst));
    ask_elicit!(Tongues, key = "tongues", "Which?")
        .await
        .map(drop)
}

#[mrtr_tool]
async fn in_a_pick(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(effects.fetch_add(1, Ordering::SeqCst));
    let some = ask_pick!(["ja", "de"], several = 1.., "Which?");
    some.await.map(drop)
}

#[mrtr_tool]
async fn in_an_arm(effects: &AtomicUsize, again: bool) -> Result<(), Refused> {
    capture!(effects.fetch_add(1, Ordering::SeqCst));
    if again {
        return ask_elicit!(Tongues, key = "tongues", "Which?")
            .await
            .map(drop);
    }
    Ok(())
}

fn is_told(ended: &Reply<Result<(), Refused>>) -> bool {
    ended.text().contains("older than MCP 2025-11-25")
}

#[tokio::test]
async fn a_list_is_refused_ahead_of_the_first_capture() {
    let effects = AtomicUsize::new(0);
    let mut client = Client::new();
    client.capabilities = OLDER;
    let form = client.send(json!(null), async |flow| in_a_form(flow, &effects).await);
    assert!(is_told(&form.await));
    let pick = client.send(json!(null), async |flow| in_a_pick(flow, &effects).await);
    assert!(is_told(&pick.await));
    assert_eq!(effects.load(Ordering::SeqCst), 0);
    let arm = client.send(json!(null), async |flow| {
        in_an_arm(flow, &effects, true).await
    });
    assert!(is_told(&arm.await), "no arm is known ahead");
}

#[tokio::test]
async fn a_client_without_any_forms_is_told_what_it_would_have_to_declare() {
    let effects = AtomicUsize::new(0);
    let mut client = Client::new();
    client.capabilities = NONE;
    let form = client.send(json!(null), async |flow| in_a_form(flow, &effects).await);
    assert_eq!(form.await.code(), -32021);
}

#[mrtr_tool]
async fn with_a_value(flow: Flow, effects: &AtomicUsize) -> Result<(Tongues, bool), Refused> {
    capture!(effects.fetch_add(1, Ordering::SeqCst));
    let otherwise = Tongues {
        tongues: vec![Tongue::Ja],
    };
    let tongues = ask_elicit!(Tongues, or = otherwise, key = "tongues", "Which?").await?;
    let can = flow.can(Capability::Lists);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok((tongues, can))
}

#[tokio::test]
async fn the_value_of_an_ask_stands_for_a_list() {
    let effects = AtomicUsize::new(0);
    let handler = async |flow: &Flow| with_a_value(flow, &effects).await;
    let mut older = Client::new();
    older.capabilities = OLDER;
    assert_eq!(older.send(json!(null), handler).await.asked(), ["sure"]);
    older.capabilities = ALL;
    let yes = || accept(json!({"confirm": true}));
    let done = older.send(json!({"sure": yes()}), handler).await;
    let only = Tongues {
        tongues: vec![Tongue::Ja],
    };
    let message = "what the client could at first stands";
    assert_eq!(done.complete(), Ok((only, false)), "{message}");

    let mut newer = Client::new();
    assert_eq!(newer.send(json!(null), handler).await.asked(), ["tongues"]);
    let both = accept(json!({"tongues": ["De", "Ja"]}));
    let asked = newer.send(json!({"tongues": both}), handler).await;
    assert_eq!(asked.asked(), ["sure"]);
    let done = newer.send(json!({"sure": yes()}), handler).await;
    let both = Tongues {
        tongues: vec![Tongue::De, Tongue::Ja],
    };
    assert_eq!(done.complete(), Ok((both, true)));
}

#[mrtr_tool]
async fn two_lists(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(effects.fetch_add(1, Ordering::SeqCst));
    let first = ask_elicit!(Tongues, key = "tongues", "Which?").await?;
    let some = ask_pick!(["ja", "de"], several = 1.., "And which?").await?;
    assert_eq!(first.tongues.len(), some.len());
    Ok(())
}

#[mrtr_tool]
async fn beside_a_sample(effects: &AtomicUsize) -> Result<(), Refused> {
    capture!(effects.fetch_add(1, Ordering::SeqCst));
    let (tongues, poem) = tokio::join!(
        ask_elicit!(Tongues, key = "tongues", "Which?"),
        ask_sample!(key = "poem", "A poem")
    );
    drop(poem);
    tongues.map(drop)
}

#[tokio::test]
async fn several_lists_and_what_else_is_missing_are_told_apart() {
    let effects = AtomicUsize::new(0);
    let mut client = Client::new();
    client.capabilities = OLDER;
    let two = client.send(json!(null), async |flow| two_lists(flow, &effects).await);
    assert!(is_told(&two.await));
    client.capabilities.sampling = false;
    let beside = client.send(json!(null), async |flow| {
        beside_a_sample(flow, &effects).await
    });
    let Reply::Failed(Failure::Rpc(error)) = beside.await else {
        panic!("no error")
    };
    let required = json!({"requiredCapabilities": {"sampling": {}}});
    assert_eq!(error.data, Some(required), "lists are not declared");
    assert_eq!(effects.load(Ordering::SeqCst), 0);
}

/// What the client could do at first stands for its lists as for its forms.
#[tokio::test]
async fn a_client_that_forgets_its_forms_is_refused_and_has_its_lists() {
    let effects = AtomicUsize::new(0);
    let handler = async |flow: &Flow| with_a_value(flow, &effects).await;
    let mut client = Client::new();
    assert_eq!(client.send(json!(null), handler).await.asked(), ["tongues"]);
    client.capabilities.form = false;
    assert_eq!(client.send(json!({}), handler).await.code(), -32021);
    client.capabilities = NONE;
    client.state = None;
    let can = client.send(json!(null), async |flow| lists(flow).await);
    assert!(!can.await.complete(), "no forms, no lists");
}

#[mrtr_tool]
async fn lists(flow: Flow) -> bool {
    flow.can(Capability::Lists)
}
