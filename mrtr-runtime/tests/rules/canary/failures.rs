//! Paths that end with a failure of the request, the flow, or the handler.

use std::sync::Arc;
use std::time::Duration;

use mrtr_runtime::store::{Claimed, RoundClaim, StoreError, Storing};
use mrtr_runtime::{Method, SampleMessage};

use super::*;
use crate::harness::{NONE, TestClock};

#[mrtr_tool]
async fn asks(path: &str) -> Result<String, Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    let name = ask_elicit!(String, "Name of {path} and {hold}?").await?;
    ask_confirm!(key = "sure", "Sure of {name}?").await?;
    Ok(name)
}

/// What is asked changes after it was answered, with a capture behind it or without.
#[mrtr_tool(allow(unused_answer))]
async fn changes(path: &str, turn: u32, captures: bool) -> Result<(), Refused> {
    ask_elicit!(String, key = "name", "Name {path} {turn}?").await?;
    if captures {
        capture!(key = "hold", format!("{CANARY} captured"));
    }
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool(version = 2)]
async fn changed_version(path: &str) -> Result<String, Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    let name = ask_elicit!(String, "Name of {path} and {hold}?").await?;
    ask_confirm!(key = "sure", "Sure of {name}?").await?;
    Ok(name)
}

#[mrtr_tool]
async fn wordy() -> Result<(), Refused> {
    let text = CANARY.repeat(1000);
    ask_confirm!(key = "sure", "{text}").await
}

#[mrtr_tool]
async fn three() -> Result<(), Refused> {
    let (a, b, c) = tokio::join!(
        ask_confirm!(key = "a", "{CANARY}?"),
        ask_confirm!(key = "b", "{CANARY}?"),
        ask_confirm!(key = "c", "{CANARY}?")
    );
    a.and(b).and(c)
}

#[mrtr_tool]
async fn captures_too_much() -> Result<usize, Refused> {
    let page = capture!(CANARY.repeat(10_000));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(page.len())
}

#[mrtr_tool]
async fn captures_too_deep() -> Result<Value, Refused> {
    let tree = capture!((0..200).fold(json!(CANARY), |inner, _| json!({(CANARY): inner})));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(tree)
}

#[mrtr_tool]
async fn picks(items: Vec<String>) -> Result<String, Refused> {
    ask_pick!(items, key = "item", "Which of {CANARY}?").await
}

#[mrtr_tool]
async fn picks_many(items: Vec<String>) -> Result<Vec<String>, Refused> {
    ask_pick!(items, several = 5.., key = "item", "Which of {CANARY}?").await
}

#[mrtr_tool]
async fn types_in(text: &str) -> Result<(), Refused> {
    ask_confirm!(type_in = text, key = "sure", "Sure of {text}?").await
}

#[mrtr_tool]
async fn sends_away(address: &str) -> Result<(), Refused> {
    ask_url!(address, key = "page", until = None, "Open {address}").await
}

#[mrtr_tool]
async fn goes_on_talking(id: &str) -> Result<(), Refused> {
    let result = json!({"type": "tool_result", "toolUseId": id, "content": []});
    let messages = [SampleMessage::user_blocks(vec![result])];
    let _sample = ask_sample!(key = "said", messages = messages, "{id}").await;
    Ok(())
}

#[mrtr_tool]
async fn shows(text: &str) -> Result<(), Refused> {
    let block = json!({"type": "text", "text": text, "annotations": {"priority": text}});
    let _sample = ask_sample!(key = "said", content = [block], "{text}").await;
    Ok(())
}

#[mrtr_tool]
async fn panics(path: &str) -> Result<(), Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    let name = ask_elicit!(String, "Name?").await?;
    panic!("{CANARY} {hold} {name}")
}

#[mrtr_tool(single_use)]
async fn once(path: &str) -> Result<String, Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    let name = ask_elicit!(String, "Name of {hold}?").await?;
    Ok(name)
}

/// Sends these answers one after the other to `asks`.
fn asked_with(spy: Spy, label: &'static str, answers: Vec<Value>) -> Path {
    path(Counter::Failed, label, spy, move |spy| {
        Box::pin(async move {
            let argument = format!("{CANARY} argument");
            for answers in answers {
                spy.send(answers, async |flow: &Flow| asks(flow, &argument).await)
                    .await;
            }
        })
    })
}

/// Sends one request to a handler.
macro_rules! first {
    ($label:literal, $spy:expr, $handler:expr) => {
        path(Counter::Failed, $label, $spy, |spy| {
            Box::pin(async move {
                spy.send(json!(null), $handler).await;
            })
        })
    };
}

fn request_failures() -> Vec<Path> {
    let deep = (0..140).fold(json!(CANARY), |inner, _| json!({(CANARY): inner}));
    let mut too_deep = Spy::new();
    too_deep.client.arguments = deep.as_object().cloned();
    let mut nothing = Spy::new();
    nothing.client.capabilities = NONE;
    let many: serde_json::Map<_, _> = (0..65)
        .map(|n| (format!("{CANARY}{n}"), json!(CANARY)))
        .collect();
    let long = json!({"name": CANARY.repeat(20_000), (CANARY): CANARY});
    let longs: serde_json::Map<_, _> = (0..10)
        .map(|n| (format!("k{n}"), json!(CANARY.repeat(10_000))))
        .collect();
    let nested = (0..40).fold(json!(CANARY), |inner, _| json!([inner]));
    vec![
        asked_with(too_deep, "arguments_depth", vec![json!(null)]),
        asked_with(nothing, "missing_capability", vec![json!(null)]),
        asked_with(Spy::unattended(), "unattended", vec![json!(null)]),
        asked_with(
            Spy::new(),
            "wrong_kind",
            vec![json!(null), json!({"name": CANARY})],
        ),
        asked_with(
            Spy::new(),
            "answers",
            vec![json!(null), Value::Object(many)],
        ),
        asked_with(Spy::new(), "answer_bytes", vec![json!(null), long]),
        asked_with(
            Spy::new(),
            "answers_bytes",
            vec![json!(null), Value::Object(longs)],
        ),
        asked_with(
            Spy::new(),
            "depth",
            vec![json!(null), json!({"name": nested})],
        ),
        path(Counter::Failed, "no_principal", Spy::new(), |spy| {
            Box::pin(async move {
                let arguments = arguments();
                let request = Request::new(Method::CallTool, "tool", arguments.as_object());
                spy.send_request(request, async |flow: &Flow| asks(flow, CANARY).await)
                    .await;
            })
        }),
    ]
}

fn flow_failures() -> Vec<Path> {
    vec![
        asked_with(
            Spy::with(|limits| limits.requests = 2),
            "requests",
            vec![json!(null), json!({"name": sung()})],
        ),
        asked_with(
            Spy::with(|limits| limits.retries_per_question = 0),
            "no_valid_answer",
            vec![
                json!(null),
                json!({"name": accept(json!({"value": [CANARY], "b": CANARY}))}),
            ],
        ),
        path(Counter::Failed, "flow_time", Spy::new(), |spy| {
            Box::pin(async move {
                let clock: TestClock = spy.client.clock.clone();
                let slow = async |flow: &Flow| {
                    clock.advance(Duration::from_secs(90_000));
                    asks(flow, CANARY).await
                };
                spy.send(json!(null), slow).await;
            })
        }),
        first!(
            "asks_per_round",
            Spy::with(|limits| limits.asks_per_round = 2),
            async |flow: &Flow| { three(flow).await }
        ),
        first!("message_bytes", Spy::new(), async |flow: &Flow| wordy(flow)
            .await),
        first!("state_bytes", Spy::new(), async |flow: &Flow| {
            captures_too_much(flow).await
        }),
        first!("not_sealed", Spy::new(), async |flow: &Flow| {
            captures_too_deep(flow).await
        }),
        changing("question_changed", true, &[0, 0, 1]),
        changing("question_keeps_changing", false, &[0, 1, 2, 3]),
        path(Counter::Failed, "server_updated", Spy::new(), |spy| {
            Box::pin(async move {
                spy.send(json!(null), async |flow: &Flow| asks(flow, CANARY).await)
                    .await;
                let later = async |flow: &Flow| changed_version(flow, CANARY).await;
                spy.send(json!({"name": sung()}), later).await;
            })
        }),
    ]
}

fn changing(label: &'static str, captures: bool, turns: &'static [u32]) -> Path {
    path(Counter::Failed, label, Spy::new(), move |spy| {
        Box::pin(async move {
            let argument = format!("{CANARY} argument");
            for turn in turns {
                let handler = async |flow: &Flow| changes(flow, &argument, *turn, captures).await;
                let answers = if *turn == 1 && captures {
                    json!({"sure": yes()})
                } else {
                    json!({"name": sung()})
                };
                spy.send(answers, handler).await;
            }
        })
    })
}

fn question_failures() -> Vec<Path> {
    let items = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    let picking = |label, items: Vec<String>| {
        path(
            Counter::Failed,
            label,
            Spy::with(|limits| limits.pick_options = 3),
            |spy| {
                Box::pin(async move {
                    spy.send(json!(null), async |flow: &Flow| picks(flow, items).await)
                        .await;
                })
            },
        )
    };
    vec![
        path(
            Counter::Failed,
            "no_valid_answer",
            Spy::with(|limits| limits.retries_per_question = 0),
            |spy| {
                Box::pin(async move {
                    let handler = async |flow: &Flow| types_in(flow, CANARY).await;
                    spy.send(json!(null), handler).await;
                    let wrong = accept(json!({"confirm": format!("not {CANARY}")}));
                    spy.send(json!({"sure": wrong}), handler).await;
                })
            },
        ),
        picking("nothing_to_pick", items(&[])),
        picking("pick_options", items(&[CANARY, "b", "c", "d"])),
        picking("same_value_twice", items(&[CANARY, CANARY])),
        picking("item_without_text", items(&[CANARY, " "])),
        first!("out_of_reach", Spy::new(), async |flow: &Flow| {
            picks_many(flow, vec![CANARY.to_owned()]).await
        }),
        first!("untypable", Spy::new(), async |flow: &Flow| {
            types_in(flow, &format!("{CANARY}\u{202e}")).await
        }),
        first!("url", Spy::new(), async |flow: &Flow| {
            sends_away(flow, &format!("http://pay.example.com/{CANARY}?{CANARY}")).await
        }),
        first!("conversation", Spy::new(), async |flow: &Flow| {
            goes_on_talking(flow, CANARY).await
        }),
        #[cfg(feature = "rmcp")]
        first!("conversation", Spy::new(), async |flow: &Flow| {
            shows(flow, CANARY).await
        }),
    ]
}

fn handler_failures() -> Vec<Path> {
    vec![
        path(Counter::Failed, "panicked", Spy::new(), |spy| {
            Box::pin(async move {
                let handler = async |flow: &Flow| panics(flow, CANARY).await;
                spy.send(json!(null), handler).await;
                spy.send(json!({"name": sung()}), handler).await;
            })
        }),
        path(Counter::Failed, "cancelled", Spy::new(), |spy| {
            Box::pin(async move {
                let handler = async |flow: &Flow| asks(flow, CANARY).await;
                spy.send(json!(null), handler).await;
                let request = spy.client.request(json!({"name": sung()}));
                spy.send_request(request.cancelled(async {}), handler).await;
            })
        }),
        first!("no_store", Spy::new(), async |flow: &Flow| once(
            flow, CANARY
        )
        .await),
        stored(
            "store",
            Store(|_| Err(StoreError::Unavailable("refused".to_owned()))),
        ),
        stored(
            "still_running",
            Store(|answers| Ok(Claimed::Running { answers })),
        ),
        stored(
            "outcome_unknown",
            Store(|answers| Ok(Claimed::Unknown { answers })),
        ),
    ]
}

/// A store that answers every claim alike, given the digest of its answers.
pub(super) struct Store(pub(super) fn([u8; 32]) -> Result<Claimed, StoreError>);

impl RoundStore for Store {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async { (self.0)(claim.answers) })
    }

    fn renew<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn settle<'a>(&'a self, _: &'a RoundClaim, _: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn release<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

fn stored(label: &'static str, store: Store) -> Path {
    path(
        Counter::Failed,
        label,
        Spy::of(Limits::default(), Some(Arc::new(store)), false),
        |spy| Box::pin(walk_once(spy)),
    )
}

/// Two rounds of a handler that counts once.
pub(super) async fn walk_once(spy: &mut Spy) {
    let handler = async |flow: &Flow| once(flow, CANARY).await;
    spy.send(json!(null), handler).await;
    spy.send(json!({"name": sung()}), handler).await;
}

#[tokio::test(start_paused = true)]
async fn failures_are_silent_and_counted_under_the_word_of_their_log() {
    let mut ends = walk_all(request_failures()).await;
    ends.extend(walk_all(flow_failures()).await);
    ends.extend(walk_all(question_failures()).await);
    ends.extend(walk_all(handler_failures()).await);
    ends.extend(walk_all(super::dialogs::failures()).await);
    let mut elsewhere = vec![
        "state_refused", // states.rs
        "divergence",    // divergences.rs
        "no_randomness", // the operating system's
    ];
    elsewhere.extend(super::elsewhere::IN_THE_ADAPTER);
    assert_all(Counter::Failed, &ends, &elsewhere);
}
