//! `ask_confirm!(type_in = ..)`: a confirmation that a client cannot tick unseen (A07).

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, accept, cancel, decline, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn delete(project: &str) -> Result<&'static str, Refused> {
    ask_confirm!(type_in = project, key = "sure", "Delete {project}?").await?;
    Ok("deleted")
}

fn typed(text: &str) -> serde_json::Value {
    json!({"sure": accept(json!({"confirm": text}))})
}

#[tokio::test]
async fn only_the_exact_text_goes_on_space_around_it_aside() {
    let handler = async |flow: &Flow| delete(flow, "harbour").await;
    for right in ["harbour", " harbour\n"] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let done = client.send(typed(right), handler).await;
        assert_eq!(done.complete(), Ok("deleted"));
    }
    for wrong in ["Harbour", "harbou", "har bour", "yes", "true", ""] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let again = client.send(typed(wrong), handler).await;
        assert_eq!(again.asked(), ["sure"], "{wrong:?}");
    }
}

#[tokio::test]
async fn a07_a_yes_that_nobody_typed_is_none() {
    let handler = async |flow: &Flow| delete(flow, "harbour").await;
    for unseen in [yes(), accept(json!({})), accept(json!(null))] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let again = client.send(json!({"sure": unseen}), handler).await;
        assert_eq!(again.asked(), ["sure"]);
    }
}

#[tokio::test]
async fn the_form_says_what_to_type_and_nothing_else() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| delete(flow, "harbour").await;
    let asked = client.send(json!(null), handler).await;
    let mrtr_runtime::Reply::InputRequired(open) = &asked else {
        panic!("{asked:?}")
    };
    let request = serde_json::to_value(&open.requests[0].1).unwrap();
    assert_eq!(
        request["params"]["requestedSchema"],
        json!({
            "type": "object",
            "properties": {"confirm": {"type": "string", "title": "To confirm, type: harbour"}},
            "required": ["confirm"],
        })
    );
}

#[tokio::test]
async fn a_wrong_text_is_asked_again_without_itself_and_at_most_three_times() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| delete(flow, "harbour").await;
    client.send(json!(null), handler).await.asked();
    for _ in 0..3 {
        let again = client.send(typed("canary"), handler).await;
        assert_eq!(
            again.message("sure"),
            "What was typed is not the text that confirms.\n\nDelete harbour?"
        );
        let Reply::InputRequired(open) = again else {
            panic!()
        };
        let sent = serde_json::to_string(&open.requests).unwrap();
        assert!(sent.contains("harbour"), "{sent}");
        assert!(!sent.contains("canary"), "not as a default: {sent}");
    }
    let (ended, log) = logged(client.send(typed("canary"), handler)).await;
    assert!(
        ended.text().contains("`sure`") && !ended.text().contains("harbour"),
        "{ended:?}"
    );
    assert!(!log.contains("canary") && !ended.text().contains("canary"));
}

#[tokio::test]
async fn a_decline_and_a_dismissal_are_what_they_are() {
    let handler = async |flow: &Flow| delete(flow, "harbour").await;
    let key = || "sure".to_owned();
    for (answer, refused) in [
        (decline(), Refused::declined(key())),
        (cancel(), Refused::cancelled(key())),
    ] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let done = client.send(json!({"sure": answer}), handler).await;
        assert_eq!(done.complete(), Err(refused));
    }
}

#[mrtr_tool]
async fn rename(expected: &str) -> Result<(), Refused> {
    ask_confirm!(type_in = expected, key = "sure", "Go on?").await
}

#[tokio::test]
async fn the_expected_text_belongs_to_the_question() {
    let mut client = Client::new();
    let before = async |flow: &Flow| rename(flow, "harbour").await;
    client.send(json!(null), before).await.asked();
    let after = async |flow: &Flow| rename(flow, "port").await;
    let again = client.send(typed("harbour"), after).await;
    assert!(
        again.message("sure").starts_with("This has changed"),
        "{again:?}"
    );
}

#[tokio::test]
async fn a_text_that_cannot_be_typed_ends_the_call() {
    for text in ["", " \t", "a\u{202e}b", "two\nlines"] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| rename(flow, text).await;
        let ended = client.send(json!(null), handler).await;
        assert!(ended.text().starts_with("`sure` asks to type"), "{text:?}");
    }
}
