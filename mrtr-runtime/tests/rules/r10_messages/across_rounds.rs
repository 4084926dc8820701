//! What an earlier round recorded, and what this one makes of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::__private::elicit;
use mrtr_runtime::Elicit;
use mrtr_runtime::form::{Form, Violations};
use serde_json::Map;

use super::*;
use crate::harness::{value, yes};

pub fn cases() -> Vec<Case> {
    let mut cases = of_captures();
    cases.extend(of_answers());
    cases.push(of_a_question_that_keeps_changing());
    cases
}

fn captured() -> (Value, u32, Handler) {
    let steps = steps!(|flow| {
        captures(&flow, "hold", 4711).await;
        asks(&flow, "sure").await;
    });
    (json!(null), 1, steps)
}

fn nothing() -> Handler {
    steps!(|_flow| {})
}

fn of_captures() -> Vec<Case> {
    let as_text = steps!(|flow| {
        captures(&flow, "hold", String::new()).await;
    });
    let as_ask = steps!(|flow| {
        asks(&flow, "hold").await;
    });
    let as_capture = steps!(|flow| {
        captures(&flow, "hold", 1).await;
    });
    let meets =
        |reason, version, steps| Case::new(reason, vec![captured(), (json!({}), version, steps)]);
    vec![
        meets("capture_type", 1, as_text)
            .told("a captured value", "a deploy changed the captured type"),
        meets("capture_asked", 1, as_ask)
            .told("a captured value", "a deploy gave its key to another site"),
        meets("server_updated", 2, as_capture).told(
            "`hold`, a value that version 1 captured",
            "a deploy changed the asks, captures or calls",
        ),
        meets("unreached", 1, nothing())
            .begins("`hold` (in no function of this run) ")
            .told("a captured value", "the handler took another way"),
    ]
}

fn of_answers() -> Vec<Case> {
    let asked = steps!(|flow| {
        asks(&flow, "hold").await;
        captures(&flow, "after", 1).await;
        asks(&flow, "sure").await;
    });
    let as_capture = steps!(|flow| {
        captures(&flow, "hold", 1).await;
    });
    let reworded = steps!(|flow| {
        let ask = confirm(at(&flow, "hold")).message("Really?".to_owned());
        let _ = ask.await;
    });
    let moody = steps!(|flow| {
        let ask = elicit(at(&flow, "hold"), <Moody as Elicit>::TYPED);
        let _ = ask.message("Name?".to_owned()).await;
    });
    let held = steps!(|flow| {
        let (hold, more) = (asks(&flow, "hold"), asks(&flow, "more"));
        tokio::join!(hold, more);
    });
    let yes = || json!({"hold": yes()});
    let meets = |reason, steps| {
        let rounds = vec![
            (json!(null), 1, asked),
            (yes(), 1, asked),
            (json!({}), 1, steps),
        ];
        Case::new(reason, rounds)
    };
    let moody = vec![
        (json!(null), 1, moody),
        (json!({"hold": value("x")}), 1, moody),
    ];
    let held = vec![(json!(null), 1, held), (yes(), 1, nothing())];
    vec![
        meets("answer_captured", as_capture)
            .told("an answer", "a deploy gave its key to another site"),
        meets("question_changed", reworded).told(
            "an answer to the question as it read before",
            "what it asks about, offers or is filled in with has changed",
        ),
        Case::new("answer_type", moody).told("an answer", "a deploy changed how the form is read"),
        Case::new("unreached", held)
            .begins("`hold` (in no function of this run) ")
            .told(
                "an answer that came for a later ask",
                "the handler took another way",
            ),
    ]
}

fn of_a_question_that_keeps_changing() -> Case {
    let steps = steps!(|flow| {
        let ask = elicit(at(&flow, "hold"), <String as Elicit>::TYPED);
        let _ = ask.message(another()).await;
    });
    let answered = || (json!({"hold": value("x")}), 1, steps);
    let rounds = vec![(json!(null), 1, steps), answered(), answered(), answered()];
    Case::new("question_keeps_changing", rounds).told(
        "an answer to the question as it read before",
        "a clock or the order of a map",
    )
}

/// A text that is never the same.
fn another() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}?", NEXT.fetch_add(1, Ordering::SeqCst))
}

/// Decodes every second time: when its answer is taken in, and not when it is given to the handler.
struct Moody;

impl Elicit for Moody {
    fn form() -> &'static Form {
        String::form()
    }

    fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
        static DECODED: AtomicUsize = AtomicUsize::new(0);
        let is_taken_in = DECODED.fetch_add(1, Ordering::SeqCst).is_multiple_of(2);
        let content = if is_taken_in { content } else { &Map::new() };
        String::decode(content).map(|_| Self)
    }
}

#[tokio::test]
async fn r10_a_question_that_differs_in_each_round_is_a_warning_and_told_to_the_model() {
    let (ended, log) = of_a_question_that_keeps_changing().run().await;
    assert!(ended.text().contains("each round"));
    assert!(log.contains("WARN"), "{log}");
}
