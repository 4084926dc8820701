//! Refusals that came faster than a person reads.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Answering, Counter, Dialog, DialogAnswer, InputRequest, Limits};
use serde_json::{Value, json};

use crate::harness::{Client, Seen, accept, cancel, decline, value, yes};
use crate::logs::logged;

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[mrtr_tool]
async fn confirm() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn typed() -> Result<(), Refused> {
    ask_confirm!(key = "sure", type_in = "harbour", "Sure?").await
}

#[mrtr_tool]
async fn scalar() -> Result<(), Refused> {
    ask_elicit!(bool, key = "sure", "Sure?").await.map(drop)
}

#[mrtr_tool]
async fn pick() -> Result<(), Refused> {
    ask_pick!(["a", "b"], key = "sure", "Which?")
        .await
        .map(drop)
}

#[mrtr_tool]
async fn page() -> Result<(), Refused> {
    ask_url!(
        "https://pay.example.com/1",
        key = "sure",
        until = None,
        "Pay"
    )
    .await
}

macro_rules! every_kind {
    (|$handler:ident| $check:block) => {
        macro_rules! one {
            ($tool:ident) => {{
                let $handler = async |flow: &Flow| $tool(flow).await;
                $check
            }};
        }
        one!(confirm);
        one!(typed);
        one!(scalar);
        one!(pick);
        one!(page);
    };
}

#[tokio::test]
async fn a27_a_refusal_faster_than_a_person_reads_says_that_nobody_saw_the_question() {
    every_kind!(|handler| {
        for (answer, text) in [
            (
                decline(),
                "The client declined `sure` within 75 ms, so nobody can have read the question.",
            ),
            (
                cancel(),
                "The client dismissed `sure` within 75 ms, so nobody can have read the question.",
            ),
        ] {
            let mut client = Client::new();
            client.send(json!(null), handler).await.asked();
            client.clock.advance(millis(75));
            let refused = client.send(json!({"sure": answer}), handler).await;
            let refused = refused.complete().unwrap_err();
            assert_eq!(refused.unseen(), Some(millis(75)));
            assert_eq!(refused.to_string(), text);
        }
    });
}

#[tokio::test]
async fn a_refusal_that_a_person_can_have_made_is_theirs() {
    every_kind!(|handler| {
        for (answer, text) in [
            (decline(), "The user declined `sure`."),
            (cancel(), "The user dismissed `sure` without an answer."),
        ] {
            let mut client = Client::new();
            client.send(json!(null), handler).await.asked();
            client.clock.advance(millis(500));
            let refused = client.send(json!({"sure": answer}), handler).await;
            let refused = refused.complete().unwrap_err();
            assert_eq!(refused.unseen(), None);
            assert_eq!(refused.to_string(), text);
        }
    });
}

/// After how many milliseconds a refusal came, if it is told as one that nobody saw.
async fn told(reading_time: Duration, move_clock: impl FnOnce(&mut Client)) -> Option<u128> {
    let mut client = Client::with(Limits {
        reading_time,
        ..Limits::default()
    });
    let handler = async |flow: &Flow| confirm(flow).await;
    client.send(json!(null), handler).await.asked();
    move_clock(&mut client);
    let refused = client.send(json!({"sure": decline()}), handler).await;
    let unseen = refused.complete().unwrap_err().unseen();
    unseen.map(|time| time.as_millis())
}

#[tokio::test]
async fn the_time_that_a_person_needs_is_a_limit() {
    for (reading_time, after, unseen) in [
        (500, 499, Some(499)),
        (500, 500, None),
        (2_000, 1_999, Some(1_999)),
        (0, 0, None),
    ] {
        let found = told(millis(reading_time), |client| {
            client.clock.advance(millis(after))
        });
        assert_eq!(found.await, unseen, "{after} of {reading_time}");
    }
}

#[tokio::test]
async fn a_clock_that_is_behind_that_of_the_instance_that_asked_makes_no_refusal_unseen() {
    for behind in [1, 75, 30_000] {
        let found = told(millis(500), |client| client.clock.set_back(millis(behind)));
        assert_eq!(found.await, None, "{behind} ms");
    }
}

#[tokio::test]
async fn a_refusal_without_any_time_took_some() {
    let refused = serde_json::from_value::<Refused>(
        json!({"Declined": {"key": "sure", "unseen": {"secs": 0, "nanos": 0}}}),
    );
    let text = refused.unwrap().to_string();
    assert!(text.contains("within 1 ms"), "{text}");
}

#[mrtr_tool]
async fn goes_on() -> Result<(Option<Duration>, Option<Duration>), Refused> {
    let first = ask_elicit!(String, key = "first", "First?").await;
    let second = ask_elicit!(String, key = "second", "Second?").await;
    ask_confirm!(key = "sure", "Sure?").await?;
    let unseen = |answer: Result<_, Refused>| answer.unwrap_err().unseen();
    Ok((unseen(first), unseen(second)))
}

#[tokio::test]
async fn how_fast_a_refusal_came_is_the_same_in_every_later_round() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| goes_on(flow).await;
    client.send(json!(null), handler).await.asked();
    client.clock.advance(millis(40));
    client
        .send(json!({"first": decline()}), handler)
        .await
        .asked();
    client.clock.advance(millis(4_000));
    client
        .send(json!({"second": cancel()}), handler)
        .await
        .asked();
    client.clock.advance(millis(60_000));
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok((Some(millis(40)), None)));
}

#[mrtr_tool]
async fn perhaps_more(more: bool) -> Result<(), Refused> {
    if more {
        let _more = ask_elicit!(String, key = "more", "More?").await?;
    }
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn r06_a_refusal_that_is_held_keeps_how_fast_it_came() {
    let mut client = Client::new();
    let less = async |flow: &Flow| perhaps_more(flow, false).await;
    let more = async |flow: &Flow| perhaps_more(flow, true).await;
    client.send(json!(null), less).await.asked();
    client.clock.advance(millis(40));
    let asked = client.send(json!({"sure": decline()}), more).await;
    assert_eq!(asked.asked(), ["more"]);
    client.clock.advance(millis(60_000));
    let done = client.send(json!({"more": value("x")}), more).await;
    assert_eq!(done.complete().unwrap_err().unseen(), Some(millis(40)));
}

#[tokio::test]
async fn an_answer_in_a_form_is_no_refusal_however_fast_it_came() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| confirm(flow).await;
    client.send(json!(null), handler).await.asked();
    let no = json!({"sure": accept(json!({"confirm": false}))});
    let refused = client.send(no, handler).await.complete().unwrap_err();
    assert_eq!(refused.to_string(), "The user declined `sure`.");
    assert_eq!(client.mrtr.counters().total(Counter::Refusals), 0);
}

#[tokio::test]
async fn refusals_are_counted_once_each_and_unseen_ones_are_logged() {
    for (answer, after, label) in [
        (decline(), 75, "declined_unseen"),
        (cancel(), 75, "cancelled_unseen"),
        (decline(), 900, "declined"),
        (cancel(), 900, "cancelled"),
    ] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| goes_on(flow).await;
        client.send(json!(null), handler).await.asked();
        client.clock.advance(millis(after));
        let sent = client.send(json!({"first": answer}), handler);
        let (asked, log) = logged(sent).await;
        assert_eq!(asked.asked(), ["second"]);
        assert_eq!(
            log.contains("refused faster than a person reads"),
            after == 75,
            "{log}"
        );
        client.clock.advance(millis(60_000));
        client
            .send(json!({"second": value("x")}), handler)
            .await
            .asked();
        let counters = client.mrtr.counters();
        assert_eq!(counters.get(Counter::Refusals, label), 1);
        assert_eq!(counters.total(Counter::Refusals), 1);
    }
}

/// An old client that answers each question after its own time.
struct Old(Vec<(&'static str, Value, Option<Duration>)>);

impl Dialog for Old {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, _): (String, InputRequest)| {
            let (_, answer, after) = self.0.iter().find(|(own, ..)| *own == key).unwrap();
            let told = DialogAnswer::new(key, answer.clone());
            after.map_or(told.clone(), |after| told.after(after))
        };
        let answers = requests.into_iter().map(answer).collect();
        Box::pin(async { Ok(answers) })
    }
}

#[mrtr_tool]
async fn at_once() -> Vec<Option<Duration>> {
    let (one, two, three) = tokio::join!(
        ask_elicit!(String, key = "one", "One?"),
        ask_elicit!(String, key = "two", "Two?"),
        ask_elicit!(String, key = "three", "Three?"),
    );
    let answers = [one, two, three].into_iter();
    answers.map(|answer| answer.unwrap_err().unseen()).collect()
}

#[tokio::test]
async fn r16_each_question_to_an_old_client_has_its_own_time() {
    let client = Client::new();
    let old = Old(vec![
        ("one", decline(), Some(millis(30))),
        ("two", cancel(), Some(millis(30_000))),
        ("three", decline(), None),
    ]);
    let function = __mrtr_function_at_once();
    let request = client.request(json!(null));
    let body = |flow: Flow| at_once_part(flow.body());
    let served = client.mrtr.serve_live(request, function, &old, body);
    assert_eq!(served.await.complete(), [Some(millis(30)), None, None]);
}

#[test]
fn two_refusals_are_one_however_fast_they_came() {
    let unseen: Refused = serde_json::from_value(
        json!({"Declined": {"key": "sure", "unseen": {"secs": 0, "nanos": 75_000_000}}}),
    )
    .unwrap();
    assert_eq!(unseen.unseen(), Some(millis(75)));
    assert_eq!(unseen, Refused::declined("sure"));
    assert_ne!(unseen, Refused::cancelled("sure"));
    assert_ne!(unseen, Refused::declined("other"));
    let again: Refused = serde_json::from_value(serde_json::to_value(&unseen).unwrap()).unwrap();
    assert_eq!(again.unseen(), unseen.unseen());
}
