//! Reports of real users that no other test of a rule is about.

use std::collections::BTreeMap;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Failure, Limits};
use serde_json::{Value, json};

use crate::harness::{Client, NONE, Seen, accept, cancel, decline, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn rates(rates: &[(&str, f64)], rate: f64) -> Result<f64, Refused> {
    ask_confirm!(key = "sure", "The rates are {rates:?}. Buy at {rate}?").await?;
    Ok(rate)
}

#[mrtr_tool]
async fn rates_of_the_first_round(rate: f64) -> Result<f64, Refused> {
    let rate = capture!(rate);
    ask_confirm!(key = "sure", "Buy at {rate}?").await?;
    Ok(rate)
}

#[tokio::test]
async fn a50_a_live_rate_is_asked_about_again_and_a_captured_one_is_not() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| {
            rates(flow, &[("EUR", 1.1)], 1.1).await
        })
        .await
        .asked();
    let again = client.send(json!({"sure": yes()}), async |flow| {
        rates(flow, &[("EUR", 1.2)], 1.2).await
    });
    assert!(again.await.message("sure").starts_with("This has changed"));
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| {
            rates_of_the_first_round(flow, 1.1).await
        })
        .await
        .asked();
    let done = client.send(json!({"sure": yes()}), async |flow| {
        rates_of_the_first_round(flow, 1.2).await
    });
    assert_eq!(done.await.complete(), Ok(1.1));
}

#[mrtr_tool]
async fn warm_or_cold(is_warm: bool) -> Result<String, Refused> {
    if is_warm {
        let quick = ask_elicit!(String, "Quick?").await?;
        Ok(format!("quick {quick}"))
    } else {
        let slow = ask_elicit!(String, "Slow?").await?;
        Ok(format!("slow {slow}"))
    }
}

#[tokio::test]
async fn a52_another_branch_asks_its_own_question_and_the_log_says_which_was_left() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| warm_or_cold(flow, true).await)
        .await
        .asked();
    let asked = client.send(json!({"quick": value("a")}), async |flow| {
        warm_or_cold(flow, false).await
    });
    assert_eq!(asked.await.asked(), ["slow"]);
    let sent = client.send(json!({"slow": value("b")}), async |flow| {
        warm_or_cold(flow, false).await
    });
    let (done, log) = logged(sent).await;
    assert_eq!(done.complete(), Ok("slow b".to_owned()));
    let places = log.matches("cases.rs:").count();
    assert!(
        log.contains("`quick` (") && log.contains("reached next: `slow` (") && places >= 2,
        "{log}"
    );
}

#[mrtr_tool]
async fn three_at_once() -> Result<String, Refused> {
    let (a, b, c) = tokio::join!(
        ask_elicit!(String, key = "a", "A?"),
        ask_elicit!(String, key = "b", "B?"),
        ask_elicit!(String, key = "c", "C?"),
    );
    Ok(a? + &b? + &c?)
}

#[tokio::test]
async fn a57_branches_are_answered_one_by_one_in_any_order_and_none_is_asked_twice() {
    for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| three_at_once(flow).await;
        let mut open = client.send(json!(null), handler).await.asked().len();
        for key in order {
            let next = client.send(json!({key: value(key)}), handler).await;
            open -= 1;
            if open == 0 {
                assert_eq!(next.complete(), Ok("abc".to_owned()));
                break;
            }
            assert_eq!(next.asked().len(), open);
            assert!(!next.asked().contains(&key));
        }
    }
}

/// `files` as the iteration of a map would give them in this process.
#[mrtr_tool]
async fn keeps(files: &[&str]) -> Result<BTreeMap<String, bool>, Refused> {
    let mut kept = BTreeMap::new();
    for file in files {
        let keep = ask_elicit!(bool, key = "keep", of = file, "Keep {file}?").await?;
        kept.insert((*file).to_owned(), keep);
    }
    Ok(kept)
}

#[tokio::test]
async fn a58_a_map_in_another_order_in_each_process_gives_no_answer_to_another_entry() {
    let orders = [
        ["a", "b", "c"],
        ["c", "a", "b"],
        ["b", "a", "c"],
        ["c", "b", "a"],
    ];
    let mut client = Client::new();
    let mut answers = json!(null);
    for order in &orders[..3] {
        let asked = client
            .send(answers, async |flow| keeps(flow, order).await)
            .await;
        let key = asked.asked()[0].to_owned();
        answers = json!({key.clone(): value(asked.message(&key) == "Keep b?")});
    }
    let done = client
        .send(answers, async |flow| keeps(flow, &orders[3]).await)
        .await;
    let kept = done.complete().unwrap();
    let expected = [("a", false), ("b", true), ("c", false)];
    assert_eq!(
        kept,
        expected.map(|(file, keep)| (file.to_owned(), keep)).into()
    );
}

#[mrtr_tool]
async fn asks_for_ever() -> Result<(), Refused> {
    loop {
        let _again = ask_elicit!(String, key = "again", "Again?").await?;
    }
}

#[tokio::test]
async fn a62_a_handler_that_never_stops_asking_is_told_how_many_requests_it_had() {
    for requests in [2, 8] {
        let mut client = Client::with(Limits {
            requests,
            ..Limits::default()
        });
        let handler = async |flow: &Flow| asks_for_ever(flow).await;
        let mut reply = client.send(json!(null), handler).await;
        for _ in 2..=requests {
            let key = reply.asked()[0].to_owned();
            reply = client.send(json!({key: value("yes")}), handler).await;
        }
        let text = reply.text();
        assert!(
            text.contains(&format!("{requests} requests")) && text.contains("again"),
            "{text}"
        );
    }
}

#[mrtr_tool]
async fn all_optional(flow: Flow) -> (bool, usize) {
    let sure = flow.can(Capability::Form) && ask_confirm!(key = "sure", "Sure?").await.is_ok();
    let roots = if flow.can(Capability::Roots) {
        ask_roots!(key = "roots").await.iter().count()
    } else {
        0
    };
    (sure, roots)
}

#[tokio::test]
async fn a63_a_client_that_can_do_nothing_gets_the_result_of_a_handler_that_can_do_without() {
    let mut client = Client::new();
    client.capabilities = NONE;
    let done = client
        .send(json!(null), async |flow| all_optional(flow).await)
        .await;
    assert_eq!(done.complete(), (false, 0));
}

/// Sends all kinds of answers in all requests of a flow; none of the replies may be a state alone.
#[tokio::test]
async fn a64_no_reply_is_a_state_without_a_question() {
    let answers: [Value; 8] = [
        json!({}),
        json!({"a": decline()}),
        json!({"a": value("x"), "b": cancel()}),
        json!({"a": accept(json!({}))}),
        json!({"a": accept(json!({"value": 7})), "b": value("x")}),
        json!({"c": {"method": "elicitation/create", "result": {}}}),
        json!({"d": value("x")}),
        json!({"a": 7}),
    ];
    for first in &answers {
        for second in &answers {
            let mut client = Client::new();
            let handler = async |flow: &Flow| three_at_once(flow).await;
            client.send(json!(null), handler).await.asked();
            for answers in [first, second, first, second] {
                match client.send(answers.clone(), handler).await {
                    Reply::InputRequired(open) => assert!(!open.requests.is_empty()),
                    Reply::Complete { .. } | Reply::Failed(Failure::Rpc(_)) => {}
                    other => assert!(matches!(other, Reply::Failed(Failure::Tool(_)))),
                }
            }
        }
    }
}
