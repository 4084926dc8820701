//! Clients of 2025-11-25, which are asked by requests.

use std::time::Duration;

use mrtr_runtime::Legacy;
use mrtr_tests::answers::{cancel, decline, roots, sample, value};
use mrtr_tests::{Hosted, HttpConfig, Person, Wire, until};
use serde_json::{Value, json};

use crate::watch::{Moved, Setup, Watch};
use crate::{CANARY, call, operations, sung, yes};

pub(crate) async fn walk(watch: &mut Watch) {
    answered(watch).await;
    for operation in operations() {
        let refused = Setup {
            legacy: Legacy::Refuse,
            ..Setup::default()
        };
        let failing = Person::old().failing_with(CANARY);
        for (reason, setup, person) in [
            ("old_client", refused, singer()),
            ("client_error", Setup::default(), failing),
            ("not_answered", brief(), Person::old().silent()),
            (
                "no_valid_answer",
                Setup::default(),
                saying(value(json!([CANARY]))),
            ),
            (
                "answer_bytes",
                Setup::default(),
                saying(value(CANARY.repeat(20_000))),
            ),
            (
                "missing_capability",
                Setup::default(),
                singer().declaring(json!({})),
            ),
        ] {
            let server = watch.serve(&setup).await;
            let client = server.connect(&person).await;
            watch.says(reason, &client.once(operation.clone()).await);
        }
        let setup = Setup::limited(|limits| limits.flow_time *= 100);
        let server = watch.serve(&setup).await;
        let client = server.connect(&slow(&setup.clock)).await;
        watch.says("ttl", &client.once(operation).await);
    }
    too_many(watch).await;
    gone(watch).await;
    if watch.wire == Wire::Http {
        without_a_session(watch).await;
    }
}

/// A client that could not declare that it can be asked is told from one that did not.
async fn without_a_session(watch: &mut Watch) {
    for (sessions, expected) in [(true, false), (false, true)] {
        let config = HttpConfig::default().with_legacy_session_mode(sessions);
        let songs = watch.songs(&Setup::default());
        let server = Hosted::http_with(songs, config).await;
        let client = server.connect(&singer().declaring(json!({}))).await;
        client.once(call("sing")).await.code();
        let log = watch.log.take();
        assert!(log.contains("reason=\"missing_capability\""), "{log}");
        assert_eq!(log.contains("reason=\"no_session\""), expected, "{log}");
        assert!(!log.contains(CANARY), "{log}");
    }
}

/// Little time for a question.
fn brief() -> Setup {
    Setup::limited(|limits| limits.ttl = Duration::from_millis(100))
}

fn saying(answer: Value) -> Person {
    Person::old().answering(move |_| Some(answer.clone()))
}

/// Answers after the time of the round.
fn slow(clock: &Moved) -> Person {
    let clock = clock.clone();
    Person::old().answering(move |_| {
        clock.advance(3600);
        Some(sung())
    })
}

/// Answers every question.
fn singer() -> Person {
    Person::old().answering(|question| {
        Some(match question.method {
            "sampling/createMessage" => sample(CANARY),
            "roots/list" => roots(&[&format!("file:///{CANARY}")]),
            _ if question.params["requestedSchema"]["properties"]["confirm"].is_object() => yes(),
            _ if question.params["message"]
                .as_str()
                .unwrap()
                .contains("Which") =>
            {
                value(CANARY)
            }
            _ => sung(),
        })
    })
}

async fn answered(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    for person in [singer(), saying(decline()), saying(cancel())] {
        let client = server.connect(&person).await;
        for operation in operations() {
            let ended = client.once(operation).await;
            watch.look(None, &ended);
        }
    }
    let client = server.connect(&singer()).await;
    client.once(call("sing_along")).await.text();
    let failed = client.once(call("panics")).await;
    watch.says("panicked", &failed);
}

/// One more question than may be open.
async fn too_many(watch: &mut Watch) {
    let setup = Setup::limited(|limits| limits.open_dialogs = 1);
    let server = watch.serve(&setup).await;
    let person = Person::old().silent();
    let waiting = server.connect(&person).await;
    let late = server.connect(&singer()).await;
    tokio::select! {
        _ = waiting.start(call("sing")) => panic!("nobody answers"),
        () = async {
            until("the question is open", || !person.asked().is_empty()).await;
            watch.says("open_dialogs", &late.once(call("sing")).await);
        } => {}
    }
}

/// The connection ends while a question is open.
async fn gone(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let person = Person::old().silent();
    let leaving = server.connect(&person).await;
    watch.log.take();
    tokio::select! {
        _ = leaving.start(call("sing")) => panic!("nobody answers"),
        () = until("the question is open", || !person.asked().is_empty()) => {}
    }
    drop(leaving);
    let ends = ["cancelled", "client_gone"];
    let end = || {
        ends.into_iter()
            .find(|end| watch.log.has(&format!("reason=\"{end}\"")))
    };
    until("the handler is dropped", || end().is_some()).await;
    let end = end().unwrap();
    watch.says_to_nobody(end);
}
