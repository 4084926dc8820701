//! R7: answers are checked against the form that was sent.

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, accept, cancel, decline, yes};

#[derive(Elicit, Debug, PartialEq)]
struct Trip {
    /// Where to?
    city: String,
    /// How many nights?
    #[elicit(min = 1, max = 30)]
    nights: u8,
}

#[mrtr_tool]
async fn book() -> Result<Trip, Refused> {
    ask_elicit!(Trip, key = "trip", "Your trip?").await
}

#[tokio::test]
async fn r7_an_invalid_answer_is_asked_again_with_field_and_rule_and_without_the_value() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| book(flow).await;
    client.send(json!(null), handler).await.asked();
    let answer = accept(json!({"city": "Oslo", "nights": 4711}));
    let again = client.send(json!({"trip": answer}), handler).await;
    let message = again.message("trip");
    assert!(message.contains("How many nights?"), "{message}");
    assert!(message.ends_with("Your trip?"), "{message}");
    assert!(!message.contains("4711"), "{message}");
    let answer = accept(json!({"city": "Oslo", "nights": 3}));
    let done = client.send(json!({"trip": answer}), handler).await;
    assert_eq!(
        done.complete(),
        Ok(Trip {
            city: "Oslo".into(),
            nights: 3
        })
    );
}

#[tokio::test]
async fn r7_valid_entries_come_back_as_defaults() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| book(flow).await;
    client.send(json!(null), handler).await.asked();
    let answer = accept(json!({"city": "Oslo", "nights": 99}));
    let again = client.send(json!({"trip": answer}), handler).await;
    let mrtr_runtime::Reply::InputRequired(open) = &again else {
        panic!()
    };
    let json = serde_json::to_value(&open.requests[0].1).unwrap();
    let properties = &json["params"]["requestedSchema"]["properties"];
    assert_eq!(properties["city"]["default"], "Oslo");
    assert!(properties["nights"].get("default").is_none());
}

#[tokio::test]
async fn a15_a_client_that_only_ever_answers_nothing_comes_to_an_end() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| book(flow).await;
    client.send(json!(null), handler).await.asked();
    for _ in 0..3 {
        let answers = json!({"trip": accept(json!({}))});
        assert_eq!(client.send(answers, handler).await.asked(), ["trip"]);
    }
    let ended = client
        .send(json!({"trip": {"action": "accept"}}), handler)
        .await;
    assert!(
        ended.text().contains("How many nights?"),
        "{}",
        ended.text()
    );
    assert!(ended.text().contains("`trip`"), "{}", ended.text());
}

#[tokio::test]
async fn a_question_that_was_left_open_keeps_its_count_of_retries() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| book(flow).await;
    client.send(json!(null), handler).await.asked();
    for turn in 0..6 {
        let empty = json!({"trip": accept(json!({}))});
        let answers = if turn % 2 == 0 { empty } else { json!({}) };
        client.send(answers, handler).await.asked();
    }
    let ended = client
        .send(json!({"trip": accept(json!({}))}), handler)
        .await;
    assert!(ended.text().contains("again 3 times"), "{}", ended.text());
}

#[mrtr_tool]
async fn wipe() -> Result<&'static str, Refused> {
    ask_confirm!(key = "sure", "Wipe the database?").await?;
    Ok("wiped")
}

#[tokio::test]
async fn a07_only_an_explicit_yes_goes_on() {
    let handler = async |flow: &Flow| wipe(flow).await;
    for empty in [json!({}), json!(null)] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        assert_eq!(
            client
                .send(json!({"sure": accept(empty)}), handler)
                .await
                .asked(),
            ["sure"]
        );
    }
    let declined = Err(Refused::declined("sure"));
    let no = accept(json!({"confirm": false}));
    for (answer, outcome) in [
        (no, declined.clone()),
        (decline(), declined),
        (cancel(), Err(Refused::cancelled("sure"))),
        (yes(), Ok("wiped")),
    ] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        assert_eq!(
            client
                .send(json!({"sure": answer}), handler)
                .await
                .complete(),
            outcome
        );
    }
}

#[tokio::test]
async fn a_value_of_the_wrong_kind_under_a_pending_key_is_invalid_params() {
    let handler = async |flow: &Flow| book(flow).await;
    for wrong in [
        json!(7),
        json!("x"),
        json!([]),
        json!({"roots": []}),
        json!({"city": "Oslo"}),
    ] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        assert_eq!(
            client.send(json!({"trip": wrong}), handler).await.code(),
            -32602
        );
    }
}
