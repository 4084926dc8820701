//! A question that is open for longer than one round can be read since it was first asked.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Answering, Counter, Dialog, DialogAnswer, InputRequest, Limits, MemoryStore, Reply,
};
use serde_json::{Value, json};

use super::urls::{Page, opened};
use crate::harness::{Client, Seen, decline, value};

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A round of some answers, after some milliseconds, and what it asks.
type Round = (u64, Value, &'static [&'static str]);

/// Plays the rounds; then `key` is refused after 75 ms. After how many milliseconds it was, if nobody saw it.
async fn refused(
    client: &mut Client,
    rounds: &[Round],
    key: &str,
    handler: impl AsyncFn(&Flow, usize) -> Reply<Result<(), Refused>>,
) -> Option<u128> {
    client
        .send(json!(null), async |flow: &Flow| handler(flow, 0).await)
        .await
        .asked();
    for (turn, (after, answers, asked)) in (1..).zip(rounds) {
        client.clock.advance(millis(*after));
        let sent = client.send(answers.clone(), async |flow: &Flow| {
            handler(flow, turn).await
        });
        assert_eq!(sent.await.asked(), *asked);
    }
    client.clock.advance(millis(75));
    let last = rounds.len() + 1;
    // What is not open any more is nobody's answer.
    let answers = json!({"one": value(1), (key): decline()});
    let sent = client.send(answers, async |flow: &Flow| handler(flow, last).await);
    let refused = sent.await.complete().unwrap_err();
    assert_eq!(client.mrtr.counters().total(Counter::Refusals), 1);
    refused.unseen().map(|time| time.as_millis())
}

#[mrtr_tool]
async fn two() -> Result<(), Refused> {
    let (one, two) = tokio::join!(
        ask_elicit!(u8, key = "one", "One?"),
        ask_elicit!(u8, key = "two", "Two?")
    );
    let (_one, _two) = (one?, two?);
    Ok(())
}

#[tokio::test]
async fn a27_a_question_that_stayed_open_was_read_in_an_earlier_round() {
    let handler = async |flow: &Flow, _| two(flow).await;
    let one = || json!({"one": value(1)});
    // Answered in parts, left out, answered with what is no number.
    for (answers, asked) in [
        (one(), ["two"].as_slice()),
        (json!({"one": value(1), "two": value("x")}), &["two"]),
    ] {
        let slow = [(60_000, answers.clone(), asked)];
        assert_eq!(
            refused(&mut Client::new(), &slow, "two", handler).await,
            None
        );
        let slow = [
            (60_000, json!({}), &["one", "two"][..]),
            (10, answers.clone(), asked),
        ];
        assert_eq!(
            refused(&mut Client::new(), &slow, "two", handler).await,
            None
        );
        let fast = [(50, answers, asked)];
        assert_eq!(
            refused(&mut Client::new(), &fast, "two", handler).await,
            Some(125)
        );
    }
}

#[tokio::test]
async fn a27_how_long_it_could_be_read_adds_up_over_the_rounds() {
    let handler = async |flow: &Flow, _| two(flow).await;
    for (each, unseen) in [(106, Some(499)), (107, None)] {
        let nothing = || (each, json!({}), &["one", "two"][..]);
        let rounds = [nothing(), nothing(), nothing(), nothing()];
        let mut client = Client::new();
        assert_eq!(refused(&mut client, &rounds, "two", handler).await, unseen);
    }
}

#[mrtr_tool]
async fn of_revision(revision: usize) -> Result<(), Refused> {
    let (one, two) = tokio::join!(
        ask_elicit!(u8, key = "one", "One?"),
        ask_elicit!(u8, key = "two", about = revision, "Two?")
    );
    let (_one, _two) = (one?, two?);
    Ok(())
}

#[tokio::test]
async fn a27_a_question_that_has_changed_is_another_one() {
    let rounds = [(60_000, json!({"one": value(1)}), &["two"][..])];
    let handler = async |flow: &Flow, turn: usize| of_revision(flow, turn.min(1)).await;
    let mut client = Client::new();
    assert_eq!(
        refused(&mut client, &rounds, "two", handler).await,
        Some(75)
    );
    let handler = async |flow: &Flow, _| of_revision(flow, 1).await;
    let mut client = Client::new();
    assert_eq!(refused(&mut client, &rounds, "two", handler).await, None);
}

#[mrtr_tool]
async fn page_and_name(page: &Page) -> Result<(), Refused> {
    let (paid, name) = tokio::join!(
        async {
            ask_url!(
                "https://pay.example.com/",
                key = "page",
                until = page.receipt().await,
                "Pay"
            )
            .await
        },
        ask_elicit!(u8, key = "one", "One?")
    );
    let (_paid, _name) = (paid?, name?);
    Ok(())
}

#[tokio::test]
async fn a27_a_page_that_is_asked_for_again_was_agreed_to() {
    let page = Page::default();
    let handler = async |flow: &Flow, _| page_and_name(flow, &page).await;
    let mut client = Client::with(Limits {
        hold_open: Duration::ZERO,
        ..Limits::default()
    });
    // The consent is held while the other question is open.
    let rounds = [
        (60_000, json!({"page": opened()}), &["one"][..]),
        (10, json!({"one": value(1)}), &["page"]),
    ];
    assert_eq!(refused(&mut client, &rounds, "page", handler).await, None);
}

#[mrtr_tool(single_use)]
async fn two_once() -> Result<(), Refused> {
    let (one, two) = tokio::join!(
        ask_elicit!(u8, key = "one", "One?"),
        ask_elicit!(u8, key = "two", "Two?")
    );
    let (_one, _two) = (one?, two?);
    Ok(())
}

#[mrtr_tool(single_use)]
async fn once_of_revision(revision: usize) -> Result<(), Refused> {
    ask_elicit!(u8, key = "two", about = revision, "Two?")
        .await
        .map(drop)
}

#[tokio::test]
async fn a27_a_round_that_is_given_back_makes_no_question_younger_or_older() {
    let store = || Arc::new(MemoryStore::new());
    let handler = async |flow: &Flow, _| two_once(flow).await;
    let rounds = [(60_000, json!({}), &["one", "two"][..])];
    let mut client = Client::with_store(Limits::default(), store());
    assert_eq!(refused(&mut client, &rounds, "two", handler).await, None);
    // Its state has the times of the one before, and the question is new in it.
    let handler = async |flow: &Flow, turn: usize| once_of_revision(flow, turn.min(1)).await;
    let rounds = [(60_000, json!({}), &["two"][..])];
    let mut client = Client::with_store(Limits::default(), store());
    assert_eq!(
        refused(&mut client, &rounds, "two", handler).await,
        Some(75)
    );
}

/// An old client that answers each question after some time, in turn.
struct Old {
    client: Client,
    answers: Mutex<Vec<(u64, Value)>>,
}

impl Dialog for Old {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, _): (String, InputRequest)| {
            let (after, answer) = self.answers.lock().unwrap().remove(0);
            self.client.clock.advance(millis(after));
            DialogAnswer::new(key, answer).after(millis(after))
        };
        let answers = requests.into_iter().map(answer).collect();
        Box::pin(async { Ok(answers) })
    }
}

#[mrtr_tool]
async fn number() -> Result<(), Refused> {
    ask_elicit!(u8, key = "number", "Which?").await.map(drop)
}

#[tokio::test]
async fn r16_an_old_client_that_is_asked_again_has_read_it_too() {
    for (first, unseen) in [(60_000, None), (50, Some(millis(125)))] {
        let client = Client::new();
        let old = Old {
            client: client.clone(),
            answers: Mutex::new(vec![(first, value("many")), (75, decline())]),
        };
        let function = __mrtr_function_number();
        let request = client.request(json!(null));
        let body = |flow: Flow| number_part(flow.body());
        let served = client.mrtr.serve_live(request, function, &old, body);
        assert_eq!(served.await.complete().unwrap_err().unseen(), unseen);
    }
}
