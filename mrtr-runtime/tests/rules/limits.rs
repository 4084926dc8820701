//! Every limit of `Limits`: what is at the limit goes on, one more is refused, and the refusal names the
//! limit and the ask.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Failure, Limits, MemoryStore, Reply, SettingsError};
use serde_json::{Value, json};

use crate::harness::{Client, Seen, accept, value, yes};
use crate::logs::logged;

const MS: Duration = Duration::from_millis(1);

fn client(change: impl FnOnce(&mut Limits)) -> Client {
    let mut limits = Limits::default();
    change(&mut limits);
    Client::with(limits)
}

/// A refusal names the limit and the ask.
fn assert_names<R: std::fmt::Debug>(reply: &Reply<R>, limit: &str, key: &str) {
    let text = match reply {
        Reply::Failed(Failure::Tool(text)) => text,
        Reply::Failed(Failure::Rpc(error)) => &error.message,
        other => panic!("expected a refusal, got {other:?}"),
    };
    assert!(text.contains(limit), "{limit}: {text}");
    assert!(text.contains(key), "{key}: {text}");
}

/// A new limit needs a test in here; this stops to compile until somebody has looked.
#[allow(dead_code)]
fn all(limits: Limits) {
    let Limits {
        requests: _,
        retries_per_question: _,
        ttl: _,
        flow_time: _,
        round_time: _,
        skew: _,
        state_bytes: _,
        answers: _,
        answer_bytes: _,
        answers_bytes: _,
        depth: _,
        asks_per_round: _,
        pick_options: _,
        open_dialogs: _,            // r16_dialogs_that_are_open_at_once_are_bounded
        open_dialogs_per_caller: _, // r16_one_caller_has_its_share_of_the_open_dialogs
        message_bytes: _,
        tasks: _, // these four over HTTP, in `tests`
        tasks_per_caller: _,
        ended_tasks: _,
        ended_tasks_bytes: _,
        lease: _,        // limits_of_rounds
        url_bytes: _,    // the_length_of_an_address_is_a_limit
        hold_open: _,    // how_long_is_a_limit_and_never_longer_than_a_round
        reply_bytes: _,  // limits_of_rounds
        reading_time: _, // refusals
    } = limits;
}

#[tokio::test]
async fn a35_a_server_is_not_built_with_a_limit_of_zero() {
    let builder = || {
        let keys = Keys::new([[7; 32]]).unwrap();
        Mrtr::builder().keys(keys).audience("rules").single_user()
    };
    let zero = Limits {
        answers: 0,
        ..Limits::default()
    };
    let refused = builder().limits(zero).build().unwrap_err();
    assert!(matches!(refused, SettingsError::Limit("answers", _)));
    let refused = builder().ttl(Duration::ZERO).build().unwrap_err();
    assert!(matches!(refused, SettingsError::Limit("ttl", _)));
    assert_eq!(
        format!("{refused:?}"),
        refused.to_string(),
        "as `main` prints it"
    );
}

#[mrtr_tool]
async fn two() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await
}

#[mrtr_tool(single_use)]
async fn two_once() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await
}

/// A client of a server with a store, for rounds that count once.
fn client_once(change: impl FnOnce(&mut Limits)) -> Client {
    let mut limits = Limits::default();
    change(&mut limits);
    Client::with_store(limits, std::sync::Arc::new(MemoryStore::new()))
}

#[tokio::test]
async fn requests() {
    asks_as_often_as_it_may(async |flow: &Flow| two(flow).await).await;
    asks_as_often_as_it_may(async |flow: &Flow| two_once(flow).await).await;
}

async fn asks_as_often_as_it_may(handler: impl AsyncFn(&Flow) -> Reply<Result<(), Refused>>) {
    for requests in 1..=3 {
        let mut client = client_once(|limits| limits.requests = requests);
        let first = client.send(json!(null), &handler).await;
        if requests == 1 {
            assert_names(&first, "`requests`", "`sure`");
            continue;
        }
        first.asked();
        let second = client.send(json!({"sure": yes()}), &handler).await;
        if requests == 2 {
            assert_names(&second, "`requests`", "`really`");
            continue;
        }
        assert_eq!(second.asked(), ["really"]);
        let third = client.send(json!({"really": yes()}), &handler).await;
        third.complete().unwrap();
    }
}

#[mrtr_tool]
async fn nights() -> Result<u8, Refused> {
    ask_elicit!(u8, key = "nights", "How many nights?").await
}

#[tokio::test]
async fn retries_per_question() {
    for retries in [0, 1, 3] {
        let mut client = client(|limits| limits.retries_per_question = retries);
        let handler = async |flow: &Flow| nights(flow).await;
        client.send(json!(null), handler).await.asked();
        for _ in 0..retries {
            let again = client.send(json!({"nights": value("x")}), handler).await;
            assert_eq!(again.asked(), ["nights"]);
        }
        let ended = client.send(json!({"nights": value("x")}), handler).await;
        assert_names(&ended, "`retries_per_question`", "`nights`");
    }
}

/// A client with one question open, and how its answer fares at a time.
async fn answered_after(client: &Client, time: Duration) -> Reply<Result<(), Refused>> {
    let mut client = client.clone();
    let handler = async |flow: &Flow| two(flow).await;
    client.send(json!(null), handler).await.asked();
    client.clock.advance(time);
    client.send(json!({"sure": yes()}), handler).await
}

#[tokio::test]
async fn a35_a61_ttl() {
    let ttl = Duration::from_millis(5432);
    let set = |limits: &mut Limits| limits.ttl = ttl;
    let in_time = answered_after(&client(set), ttl - MS).await;
    assert_eq!(in_time.asked(), ["really"]);
    assert_eq!(answered_after(&client(set), ttl).await.code(), -32602);
}

#[tokio::test]
async fn flow_time() {
    let time = Duration::from_millis(5432);
    let set = |limits: &mut Limits| limits.flow_time = time;
    let in_time = answered_after(&client(set), time - MS).await;
    assert_eq!(in_time.asked(), ["really"]);
    assert_eq!(answered_after(&client(set), time).await.code(), -32602);
}

#[tokio::test]
async fn flow_time_within_one_round() {
    let time = Duration::from_millis(5432);
    for (took, goes_on) in [(time - MS, true), (time, false)] {
        let mut client = client(|limits| limits.flow_time = time);
        let clock = client.clock.clone();
        let asked = client
            .send(json!(null), async |flow: &Flow| {
                clock.advance(took);
                two(flow).await
            })
            .await;
        if goes_on {
            assert_eq!(asked.asked(), ["sure"]);
        } else {
            assert_names(&asked, "`flow_time`", "`sure`");
        }
    }
}

#[mrtr_tool]
async fn beside(time: Duration) -> Result<u8, Refused> {
    let asks = async { ask_confirm!(key = "sure", "Sure?").await };
    let charges = async {
        capture!(key = "charge", {
            tokio::time::sleep(time).await;
            1
        })
    };
    let (sure, charge) = tokio::join!(asks, charges);
    sure.map(|()| charge)
}

/// The client learns no cause; the log names both sides.
#[tokio::test(start_paused = true)]
async fn round_time() {
    let time = Duration::from_secs(5);
    for (takes, goes_on) in [(time, true), (time + MS, false)] {
        let mut client = client(|limits| limits.round_time = time);
        let round = client.send(json!(null), async |flow: &Flow| beside(flow, takes).await);
        let (reply, log) = logged(round).await;
        if goes_on {
            assert_eq!(reply.asked(), ["sure"]);
        } else {
            assert_eq!(reply.code(), -32603);
            for name in ["round_time", "`charge`", "`sure`"] {
                assert!(log.contains(name), "{name}: {log}");
            }
        }
    }
}

#[tokio::test]
async fn a35_skew() {
    let skew = Duration::from_millis(5432);
    for (behind, goes_on) in [(skew, true), (skew + MS, false)] {
        let mut client = client(|limits| limits.skew = skew);
        let handler = async |flow: &Flow| two(flow).await;
        client.send(json!(null), handler).await.asked();
        client.clock.set_back(behind);
        let reply = client.send(json!({"sure": yes()}), handler).await;
        if goes_on {
            assert_eq!(reply.asked(), ["really"]);
        } else {
            assert_eq!(reply.code(), -32602);
        }
    }
}

#[mrtr_tool]
async fn page(bytes: usize) -> Result<usize, Refused> {
    let page = capture!("x".repeat(bytes));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(page.len())
}

#[tokio::test]
async fn state_bytes() {
    let handler = async |flow: &Flow| page(flow, 2000).await;
    let mut measured = Client::new();
    measured.send(json!(null), handler).await.asked();
    let bytes = measured.state.unwrap().len();
    let mut roomy = client(|limits| limits.state_bytes = bytes);
    roomy.send(json!(null), handler).await.asked();
    let done = roomy.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(2000));
    let mut narrow = client(|limits| limits.state_bytes = bytes - 1);
    let (ended, log) = logged(narrow.send(json!(null), handler)).await;
    assert_names(&ended, "`state_bytes`", "`page`");
    assert!(log.contains("limits.rs\" line="), "{log}");
}

/// An open question `sure`, and what comes of these answers.
async fn answered(limits: impl FnOnce(&mut Limits), answers: Value) -> Reply<Result<(), Refused>> {
    let mut client = client(limits);
    let handler = async |flow: &Flow| two(flow).await;
    client.send(json!(null), handler).await.asked();
    client.send(answers, handler).await
}

fn many(count: usize) -> Value {
    let answers = (0..count).map(|number| (format!("k{number}"), json!({})));
    Value::Object(answers.collect())
}

#[tokio::test]
async fn answers() {
    let set = |limits: &mut Limits| limits.answers = 20;
    assert_eq!(answered(set, many(20)).await.asked(), ["sure"]);
    let refused = answered(set, many(21)).await;
    assert_names(&refused, "(answers)", "inputResponses");
    assert_eq!(refused.code(), -32602);
}

#[tokio::test]
async fn answer_bytes() {
    let answer = |length: usize| json!({"sure": {"action": "decline", "x": "y".repeat(length)}});
    let bytes = answer(60)["sure"].to_string().len();
    let set = |limits: &mut Limits| limits.answer_bytes = bytes;
    let declined = answered(set, answer(60)).await;
    assert!(matches!(declined.complete(), Err(Refused::Declined { .. })));
    let refused = answered(set, answer(61)).await;
    assert_names(&refused, "(answer_bytes)", "inputResponses.sure");
    assert_eq!(refused.code(), -32602);
}

#[tokio::test]
async fn answers_bytes() {
    let answers = |length: usize| json!({"sure": yes(), "other": "y".repeat(length)});
    let sure = yes().to_string().len();
    let set = |limits: &mut Limits| {
        limits.answer_bytes = 100;
        limits.answers_bytes = sure + 2 + 90;
    };
    assert_eq!(answered(set, answers(90)).await.asked(), ["really"]);
    let refused = answered(set, answers(91)).await;
    assert_names(&refused, "(answers_bytes)", "inputResponses");
    assert_eq!(refused.code(), -32602);
}

#[tokio::test]
async fn depth() {
    let answer = |levels: usize| {
        let nested = (1..levels).fold(json!(1), |inner, _| json!([inner]));
        json!({"sure": {"action": "decline", "x": nested}})
    };
    let set = |limits: &mut Limits| limits.depth = 7;
    let declined = answered(set, answer(6)).await;
    assert!(matches!(declined.complete(), Err(Refused::Declined { .. })));
    let refused = answered(set, answer(7)).await;
    assert_names(&refused, "(depth)", "inputResponses.sure");
    assert_eq!(refused.code(), -32602);
}

#[mrtr_tool]
async fn three() -> Result<(), Refused> {
    let (a, b, c) = tokio::join!(
        ask_confirm!(key = "a", "A?"),
        ask_confirm!(key = "b", "B?"),
        ask_confirm!(key = "c", "C?")
    );
    a.and(b).and(c)
}

#[tokio::test]
async fn asks_per_round() {
    let handler = async |flow: &Flow| three(flow).await;
    let mut roomy = client(|limits| limits.asks_per_round = 3);
    let asked = roomy.send(json!(null), handler).await;
    assert_eq!(asked.asked(), ["a", "b", "c"]);
    let mut narrow = client(|limits| limits.asks_per_round = 2);
    let (ended, log) = logged(narrow.send(json!(null), handler)).await;
    assert_names(&ended, "`asks_per_round`", "`c`");
    assert!(log.contains("limits.rs") && log.contains("line="), "{log}");
}

#[mrtr_tool]
async fn picks(count: usize) -> Result<usize, Refused> {
    ask_pick!(0..count, key = "number", "Which number?").await
}

#[tokio::test]
async fn pick_options() {
    for (count, goes_on) in [(5, true), (6, false)] {
        let mut client = client(|limits| limits.pick_options = 5);
        let handler = async |flow: &Flow| picks(flow, count).await;
        let reply = client.send(json!(null), handler).await;
        if goes_on {
            assert_eq!(reply.asked(), ["number"]);
        } else {
            assert_names(&reply, "`pick_options`", "`number`");
        }
    }
}

#[mrtr_tool]
async fn wordy(bytes: usize) -> Result<(), Refused> {
    let text = "x".repeat(bytes);
    ask_confirm!(key = "sure", "{text}").await
}

#[tokio::test]
async fn message_bytes() {
    for (bytes, goes_on) in [(50, true), (51, false)] {
        let mut client = client(|limits| limits.message_bytes = 50);
        let handler = async |flow: &Flow| wordy(flow, bytes).await;
        let reply = client.send(json!(null), handler).await;
        if goes_on {
            assert_eq!(reply.asked(), ["sure"]);
        } else {
            assert_names(&reply, "`message_bytes`", "`sure`");
        }
    }
}

/// The answers are counted before they are looked into, and both before a state is opened.
#[tokio::test]
async fn what_is_cheap_is_checked_first() {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let deep = Value::Object((0..65).map(|n| (format!("k{n}"), deep.clone())).collect());
    let mut client = Client::new();
    client.state = Some("m1.AAAAAAAA.".to_owned() + &"A".repeat(30_000));
    for (answers, limit) in [
        (deep, "(answers)"),
        (
            json!({"sure": accept(json!({"x": "y".repeat(70_000)}))}),
            "(answer_bytes)",
        ),
    ] {
        let round = client.send(answers, async |flow: &Flow| two(flow).await);
        let (refused, log) = logged(round).await;
        assert_names(&refused, limit, "inputResponses");
        assert!(!log.contains("requestState refused"), "{log}");
    }
}

/// A token of any length is refused by its length alone: what stands in it is not looked at.
#[tokio::test]
async fn a43_a_state_over_its_limit_is_refused_before_it_is_decoded() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow: &Flow| two(flow).await)
        .await
        .asked();
    let good = client.state.clone().unwrap();
    for state in [
        "A".repeat(10_000_000),
        "\u{e9}".repeat(20_000),
        format!("{good}{}", "A".repeat(32 * 1024)),
    ] {
        client.state = Some(state);
        let round = client.send(json!({"sure": yes()}), async |flow: &Flow| two(flow).await);
        let (refused, log) = logged(round).await;
        assert_eq!(refused.code(), -32602);
        assert!(log.contains("reason=\"too_long\""), "{log}");
    }
}
