//! R5: only pending questions are answered.

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, accept, value, yes};

#[mrtr_tool]
async fn in_turn() -> Result<(String, String), Refused> {
    let a = ask_elicit!(String, "A?").await?;
    let b = ask_elicit!(String, "B?").await?;
    Ok((a, b))
}

#[tokio::test]
async fn a40_answers_without_a_state_are_for_nobody() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| in_turn(flow).await;
    for answers in [
        json!({"a": value("x")}),
        json!({"a": 7, "zzz": null}),
        json!({}),
    ] {
        client.state = None;
        assert_eq!(client.send(answers, handler).await.asked(), ["a"]);
    }
}

#[tokio::test]
async fn r5_an_answer_ahead_of_its_question_is_ignored_whatever_its_shape() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| in_turn(flow).await;
    client.send(json!(null), handler).await.asked();
    let answers = json!({"a": value("1"), "b": value("2"), "z": 7});
    assert_eq!(client.send(answers, handler).await.asked(), ["b"]);
    let done = client.send(json!({"b": value("3")}), handler).await;
    assert_eq!(done.complete(), Ok(("1".to_owned(), "3".to_owned())));
}

#[tokio::test]
async fn a41_a_settled_answer_stays() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| in_turn(flow).await;
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"a": value("small")}), handler)
        .await
        .asked();
    let answers = json!({"a": value("large"), "b": value("x")});
    let done = client.send(answers, handler).await;
    assert_eq!(done.complete(), Ok(("small".to_owned(), "x".to_owned())));
}

#[mrtr_tool(unsolicited)]
async fn takes_unsolicited() -> Result<String, Refused> {
    ask_elicit!(String, key = "name", "Name?").await
}

#[tokio::test]
async fn an_unsolicited_handler_takes_answers_without_a_state() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| takes_unsolicited(flow).await;
    let answers = json!({"other": 7, "name": value("Ann")});
    assert_eq!(
        client.send(answers, handler).await.complete(),
        Ok("Ann".to_owned())
    );
    let wrong = client.send(json!({"name": 12345}), handler).await;
    assert_eq!(wrong.code(), -32602);
    let missing = client
        .send(json!({"wrong": accept(json!({}))}), handler)
        .await;
    assert_eq!(missing.asked(), ["name"]);
    let invalid = client
        .fork()
        .send(json!({"name": accept(json!({}))}), handler)
        .await;
    assert_eq!(invalid.asked(), ["name"]);
}

#[tokio::test]
async fn a_state_that_is_there_is_opened_also_for_an_unsolicited_handler() {
    let mut client = Client::new();
    client.state = Some("m1.forged.AAAA".to_owned());
    let forged = client.send(json!({"name": value("Ann")}), async |flow| {
        takes_unsolicited(flow).await
    });
    assert_eq!(forged.await.code(), -32602);
}

#[mrtr_tool]
async fn confirms() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn every_interim_reply_carries_a_state() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| confirms(flow).await;
    client.send(json!(null), handler).await.asked();
    let first = client.state.clone().unwrap();
    client.send(json!({}), handler).await.asked();
    let second = client.state.clone().unwrap();
    assert_ne!(first, second);
    assert_eq!(
        client
            .send(json!({"sure": yes()}), handler)
            .await
            .complete(),
        Ok(())
    );
}
