//! R7: answers are checked against the form that was sent.

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Reply, Sample};
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
async fn a06_a07_a_confirmation_is_one_required_boolean_without_a_default() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| wipe(flow).await;
    // Asked at first, and again after a yes that was none.
    for answers in [json!(null), json!({"sure": accept(json!({}))})] {
        let asked = client.send(answers, handler).await;
        let Reply::InputRequired(open) = &asked else {
            panic!("{asked:?}")
        };
        let request = serde_json::to_value(&open.requests[0].1).unwrap();
        let mut schema = request["params"]["requestedSchema"].clone();
        let confirm = schema["properties"]["confirm"].as_object_mut().unwrap();
        confirm.remove("title");
        let one = json!({
            "type": "object",
            "properties": {"confirm": {"type": "boolean"}},
            "required": ["confirm"],
        });
        assert_eq!(schema, one);
    }
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
async fn a17_members_beside_an_answer_are_ignored_and_a_wrapped_one_is_asked_again() {
    let handler = async |flow: &Flow| book(flow).await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    let accepted = json!({"action": "accept", "content": {"city": "Oslo", "nights": 3}});
    let wrapped = json!({"method": "elicitation/create", "result": accepted});
    let again = client.send(json!({"trip": wrapped}), handler).await;
    assert_eq!(again.asked(), ["trip"]);
    let tagged = json!({"resultType": "complete", "action": "decline"});
    let declined = client.send(json!({"trip": tagged}), handler).await;
    assert_eq!(declined.complete(), Err(Refused::declined("trip")));
}

#[mrtr_tool]
async fn places() -> Result<usize, Refused> {
    Ok(ask_roots!(key = "places").await.iter().count())
}

#[mrtr_tool]
async fn writes() -> Result<Sample, Refused> {
    Ok(ask_sample!(key = "poem", "A poem").await)
}

#[tokio::test]
async fn a19_an_answer_of_another_kind_is_invalid_params_whatever_was_asked() {
    let said = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "a"}});
    let roots = json!({"roots": []});
    for wrong in [&said, &accept(json!({}))] {
        let mut client = Client::new();
        client.send(json!(null), places).await.asked();
        let refused = client.send(json!({"places": wrong}), places).await;
        assert_eq!(refused.code(), -32602, "{wrong}");
    }
    for wrong in [&roots, &accept(json!({}))] {
        let mut client = Client::new();
        client.send(json!(null), writes).await.asked();
        let refused = client.send(json!({"poem": wrong}), writes).await;
        assert_eq!(refused.code(), -32602, "{wrong}");
    }
}

#[tokio::test]
async fn a19_a_value_of_the_wrong_kind_under_a_pending_key_is_invalid_params() {
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
