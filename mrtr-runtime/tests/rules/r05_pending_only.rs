//! R5: only pending questions are answered.

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Failure, Limits, Reply};
use serde_json::{Value, json};

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

/// What an answer to no question costs is bounded as that of a retry; a handler that takes none ignores it.
#[tokio::test]
async fn answers_in_a_first_request_have_the_limits_of_a_retry() {
    let many = |count: usize| {
        let answers = (0..count).map(|number| (format!("k{number}"), json!({})));
        Value::Object(answers.collect())
    };
    let long = |length: usize| json!({"k": "x".repeat(length)});
    let two = |length: usize| json!({"k": "x".repeat(98), "l": "x".repeat(length)});
    let nested =
        |levels: usize| json!({"k": (1..levels).fold(json!(1), |inner, _| json!([inner]))});
    let limits = Limits {
        answers: 20,
        answer_bytes: 100,
        answers_bytes: 150,
        depth: 7,
        ..Limits::default()
    };
    for (name, at, over) in [
        ("answers", many(20), many(21)),
        ("answer_bytes", long(98), long(99)),
        ("answers_bytes", two(48), two(49)),
        ("depth", nested(7), nested(8)),
    ] {
        let takes = async |flow: &Flow| takes_unsolicited(flow).await;
        let first = || Client::with(limits.clone());
        assert_eq!(first().send(at, takes).await.asked(), ["name"], "{name}");
        let mut client = first();
        let refused = client.send(over.clone(), takes).await;
        assert_eq!(refused.code(), -32602, "{name}");
        assert!(told(&refused).contains(&format!("({name})")), "{refused:?}");
        let counters = client.mrtr.counters();
        assert_eq!(counters.get(Counter::Failed, name), 1);
        let mut client = first();
        let ignores = client.send(over, async |flow: &Flow| in_turn(flow).await);
        assert_eq!(ignores.await.asked(), ["a"], "{name}");
    }
}

fn told<R: std::fmt::Debug>(reply: &Reply<R>) -> &str {
    match reply {
        Reply::Failed(Failure::Rpc(error)) => &error.message,
        other => panic!("expected an error, got {other:?}"),
    }
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
