//! R10: whatever diverges, the log has one line about it with handler, request, key, place and cause, and one reason.

use std::future::Future;
use std::pin::Pin;

use mrtr_runtime::__private::{
    At, Begin, Begun, Capturable, Digested, Function, FunctionParts, confirm, elicit,
};
use mrtr_runtime::{Elicit, Flow, Reply};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

fn pays(version: u32) -> &'static Function {
    Box::leak(Box::new(Function::new(FunctionParts {
        name: "pays",
        version,
        accept: &[],
        single_use: false,
        unsolicited: false,
        preflight: true,
        ttl: None,
        max_requests: None,
        file: "pay.rs",
        sites: Vec::new(),
    })))
}

fn at<'f>(flow: &'f Flow, key: &'static str) -> At<'f> {
    At {
        flow,
        key,
        file: "pay.rs",
        line: 17,
    }
}

async fn asks(flow: &Flow, key: &'static str) -> bool {
    confirm(at(flow, key))
        .message("Sure?".to_owned())
        .await
        .is_ok()
}

async fn captures<T: Serialize + DeserializeOwned>(flow: &Flow, key: &'static str, value: T) -> T {
    match Begin::new(at(flow, key))
        .begin(<T as Capturable>::CODEC)
        .await
    {
        Begun::Recorded(value) => value,
        Begun::Evaluate(slot) => slot.keep(value).await,
    }
}

type Handler = fn(Flow) -> Pin<Box<dyn Future<Output = ()>>>;

/// Runs the steps of a handler, in this version.
async fn round(client: &mut Client, version: u32, answers: Value, steps: Handler) -> Reply<()> {
    let function = pays(version);
    let send = async |flow: &Flow| flow.run(function, steps(flow.enter(function))).await;
    client.send(answers, send).await
}

/// What one round logs, and what came of it.
async fn met(
    client: &mut Client,
    version: u32,
    answers: Value,
    steps: Handler,
) -> (Reply<()>, String) {
    let (reply, log) = logged(round(client, version, answers, steps)).await;
    (
        reply,
        log.lines()
            .find(|line| line.contains("divergence"))
            .unwrap_or_default()
            .to_owned(),
    )
}

macro_rules! steps {
    (|$flow:ident| $($step:tt)*) => {
        (|$flow: Flow| Box::pin(async move { $($step)* })) as Handler
    };
}

/// Where the record is made, which answers come next, and what meets them, in which version.
fn across_rounds() -> [(&'static str, Handler, Value, u32, Handler); 6] {
    let captured = steps!(|flow| {
        captures(&flow, "hold", 4711).await;
        asks(&flow, "sure").await;
    });
    let asked = steps!(|flow| {
        asks(&flow, "hold").await;
        captures(&flow, "after", 1).await;
        asks(&flow, "sure").await;
    });
    let as_text = steps!(|flow| {
        captures(&flow, "hold", String::new()).await;
    });
    let as_ask = steps!(|flow| {
        asks(&flow, "hold").await;
    });
    let as_capture = steps!(|flow| {
        captures(&flow, "hold", 1).await;
    });
    let reworded = steps!(|flow| {
        let _ = confirm(at(&flow, "hold"))
            .message("Really?".to_owned())
            .await;
    });
    let nothing = steps!(|_flow| {});
    [
        ("capture_type", captured, json!({}), 1, as_text),
        ("capture_asked", captured, json!({}), 1, as_ask),
        (
            "answer_captured",
            asked,
            json!({"hold": yes()}),
            1,
            as_capture,
        ),
        (
            "question_changed",
            asked,
            json!({"hold": yes()}),
            1,
            reworded,
        ),
        ("server_updated", captured, json!({}), 2, as_capture),
        ("unreached", captured, json!({}), 1, nothing),
    ]
}

#[track_caller]
fn is_told(reason: &str, request: u32, log: &str) {
    for word in [
        format!("reason=\"{reason}\""),
        format!("divergence in request {request} of `pays`: `hold`"),
        "handler=\"pays\"".to_owned(),
        format!("round={request}"),
        "key=\"hold\"".to_owned(),
    ] {
        assert!(log.contains(&word), "{word} is not in {log}");
    }
    // What was only recorded has a place if a function of this run still has it.
    let has_place = log.contains("(pay.rs:17)") && log.contains("file=\"pay.rs\" line=17");
    assert!(has_place || reason == "unreached", "{log}");
    assert!(!log.contains("4711"), "{log}");
}

#[tokio::test]
async fn r10_what_an_earlier_round_recorded_is_named_with_the_usual_cause() {
    for (reason, before, answers, version, after) in across_rounds() {
        let mut client = Client::new();
        round(&mut client, 1, json!(null), before).await.asked();
        if answers != json!({}) {
            round(&mut client, 1, answers, before).await.asked();
            let (_, log) = met(&mut client, version, json!({}), after).await;
            is_told(reason, 3, &log);
            continue;
        }
        let (_, log) = met(&mut client, version, json!({}), after).await;
        is_told(reason, 2, &log);
        assert!(log.contains("Usual cause: "), "{log}");
    }
}

#[tokio::test(start_paused = true)]
async fn r10_a_mistake_of_one_round_is_named_in_it() {
    let mistakes = [
        (
            "key_shared",
            steps!(|flow| {
                captures(&flow, "hold", 1).await;
                asks(&flow, "hold").await;
            }),
        ),
        (
            "capture_repeated",
            steps!(|flow| {
                captures(&flow, "hold", 1).await;
                captures(&flow, "hold", 1).await;
            }),
        ),
        (
            "not_serializable",
            steps!(|flow| {
                let of = std::collections::HashMap::from([((1, 2), 3)]).digested("of");
                let _ = confirm(at(&flow, "hold"))
                    .of(of)
                    .message("Sure?".to_owned())
                    .await;
            }),
        ),
        (
            "not_round_trip",
            steps!(|flow| {
                captures(&flow, "hold", f64::NAN).await;
            }),
        ),
        (
            "never_awaited",
            steps!(|flow| {
                drop(confirm(at(&flow, "hold")).message("Sure?".to_owned()));
            }),
        ),
        (
            "capture_left",
            steps!(|flow| {
                drop(
                    Begin::new(at(&flow, "hold"))
                        .begin(<u32 as Capturable>::CODEC)
                        .await,
                );
                asks(&flow, "sure").await;
            }),
        ),
        (
            "round_time",
            steps!(|flow| {
                if let Begun::Evaluate(_slot) = Begin::new(at(&flow, "hold"))
                    .begin(<u32 as Capturable>::CODEC)
                    .await
                {
                    asks(&flow, "sure").await;
                }
            }),
        ),
    ];
    for (reason, steps) in mistakes {
        let (reply, log) = met(&mut Client::new(), 1, json!(null), steps).await;
        assert_eq!(reply.code(), -32603, "{reason}");
        is_told(reason, 1, &log);
    }
}

#[tokio::test]
async fn r10_a_key_outside_the_alphabet_is_named() {
    let steps = steps!(|flow| {
        asks(&flow, "9 lives").await;
    });
    let (reply, log) = met(&mut Client::new(), 1, json!(null), steps).await;
    assert_eq!(reply.code(), -32603);
    assert!(
        log.contains("bad_key") && log.contains("`9 lives` (pay.rs:17)"),
        "{log}"
    );
}

#[tokio::test]
async fn r10_a_question_that_differs_in_each_round_is_named_and_counted() {
    let steps = steps!(|flow| {
        let ask = elicit(at(&flow, "hold"), <String as Elicit>::TYPED);
        let _ = ask.message(another()).await;
    });
    let mut client = Client::new();
    round(&mut client, 1, json!(null), steps).await.asked();
    for _ in 0..2 {
        round(&mut client, 1, json!({"hold": value("x")}), steps)
            .await
            .asked();
    }
    let (ended, log) = met(&mut client, 1, json!({"hold": value("x")}), steps).await;
    assert!(ended.text().contains("each round"));
    is_told("question_keeps_changing", 4, &log);
    assert!(
        log.contains("WARN") && log.contains("Usual cause: a clock"),
        "{log}"
    );
}

/// A text that is never the same.
fn another() -> String {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}?", NEXT.fetch_add(1, Ordering::SeqCst))
}
