//! Who may go on with a call: over HTTP, where callers have tokens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_tests::answers::{value, yes};
use mrtr_tests::{
    Hosted, Lab, Operation, Person, Round, Transport, Wire, example, prompt, resource, tool,
};
use serde_json::{Value, json};

fn close() -> Operation {
    tool("close_incident", json!({"incident": "INC-104"}))
}

fn person(token: Option<&str>) -> Person {
    token.map_or_else(Person::modern, |token| Person::modern().bearer(token))
}

/// Asks one caller and answers as another.
async fn carried(from: Option<&str>, to: Option<&str>) -> Round {
    let server = example!("incident").start(Transport::Http).await;
    let (asking, answered) = (
        server.connect(&person(from)).await,
        server.connect(&person(to)).await,
    );
    let call = asking.start(close()).await;
    let mut moved = call.taken_by(&answered);
    moved.answer(json!({"confirm": yes()})).await;
    moved.round
}

#[tokio::test]
async fn a33_a_state_of_one_caller_is_refused_for_another() {
    carried(Some("alice.1"), Some("bob.1"))
        .await
        .assert_bad_state();
    carried(Some("alice.1"), Some("Alice.1"))
        .await
        .assert_bad_state();
}

#[tokio::test]
async fn a33_an_identity_that_vanishes_or_appears_is_refused() {
    carried(Some("alice.1"), None).await.assert_bad_state();
    carried(None, Some("alice.1")).await.assert_bad_state();
    carried(None, Some("anonymous.1")).await.assert_bad_state();
}

#[tokio::test]
async fn a_refreshed_token_is_the_same_caller() {
    let done = carried(Some("alice.first"), Some("alice.refreshed")).await;
    assert_eq!(done.text(), "INC-104 is closed.");
}

#[tokio::test]
async fn anonymous_callers_share_an_identity() {
    assert_eq!(carried(None, None).await.text(), "INC-104 is closed.");
}

#[tokio::test]
async fn a33_a_header_that_does_not_read_is_nobody_not_anonymous() {
    let server = example!("incident").start(Transport::Http).await;
    let asked = server.raw().send(&close(), json!({})).await;
    let state = asked.result()["requestState"].clone();
    let retry = json!({"requestState": state, "inputResponses": {"confirm": yes()}});
    for header in ["", "Bearer", "Bearer alice", "Bearer .1", "Basic alice.1"] {
        let raw = server.raw().authorization(header);
        let first = raw.send(&close(), json!({})).await;
        assert_eq!(first.code(), -32603, "{header:?}");
        assert_eq!(first.body["error"]["message"], "Internal error");
        // An identity that vanishes is a mismatch like any other.
        let later = raw.send(&close(), retry.clone()).await;
        assert_eq!(later.code(), -32602, "{header:?}");
        assert_eq!(
            later.body["error"]["data"]["reason"],
            "invalid_request_state"
        );
    }
    let two = server
        .raw()
        .authorization("Bearer alice.1")
        .authorization("Bearer bob.1");
    assert_eq!(two.send(&close(), json!({})).await.code(), -32603);
    server.raw().send(&close(), retry).await.result();
}

fn lab_with(
    hook: fn(&rmcp::service::RequestContext<rmcp::RoleServer>) -> Option<Principal>,
) -> Lab {
    let keys = Keys::new([[1; 32]]).unwrap();
    let builder = Mrtr::builder().keys(keys).audience("lab").principal(hook);
    Lab::new(builder.build().unwrap())
}

over_wires! {
    async fn a33_a_hook_that_fails_or_panics_refuses_before_the_handler_runs(wire: Wire) {
        for lab in [lab_with(|_| None), lab_with(|_| panic!("a secret of the hook"))] {
            let effects = lab.effects.clone();
            let server = Hosted::start(lab, wire).await;
            let client = server.modern().await;
            client.once(tool("guarded", json!({}))).await.assert_internal();
            assert_eq!(effects.count("taken"), 0);
            assert_eq!(client.once(tool("plain", json!({}))).await.text(), "Hello");
        }
    }
}

const KNOWS: u8 = 0;
const FAILS: u8 = 1;
const PANICS: u8 = 2;

/// A lab whose hook does as it is told meanwhile.
fn lab_with_mood(mood: &Arc<AtomicU8>) -> Lab {
    let mood = mood.clone();
    let hook = move |_: &rmcp::service::RequestContext<rmcp::RoleServer>| match mood
        .load(Ordering::SeqCst)
    {
        KNOWS => Some(Principal::new("https://login.example", "alice")),
        FAILS => None,
        _ => panic!("a secret of the hook"),
    };
    let builder = Mrtr::builder()
        .keys(Keys::new([[1; 32]]).unwrap())
        .audience("lab");
    Lab::new(builder.principal(hook).build().unwrap())
}

over_wires! {
    async fn a33_a_hook_that_fails_or_panics_on_a_retry_refuses_it_like_a_bad_state(wire: Wire) {
        let mood = Arc::new(AtomicU8::new(KNOWS));
        let lab = lab_with_mood(&mood);
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        for (operation, answers) in [
            (tool("guarded", json!({})), json!({"sure": yes()})),
            (prompt("letter", json!({"topic": "tests"})), json!({"reader": value("Ann")})),
            (resource("lab://x"), json!({"note": value("x")})),
        ] {
            mood.store(KNOWS, Ordering::SeqCst);
            let mut call = client.start(operation.clone()).await;
            let runs = effects.count("taken");
            for bad in [FAILS, PANICS] {
                mood.store(bad, Ordering::SeqCst);
                let mut retry = call.spent_on(operation.clone());
                retry.answer(answers.clone()).await.assert_bad_state();
                let mut silent = call.spent_on(operation.clone());
                silent.answer_nothing().await.assert_bad_state();
            }
            assert_eq!(effects.count("taken"), runs, "the handler ran for nobody");
            mood.store(KNOWS, Ordering::SeqCst);
            call.answer(answers).await.result();
        }
    }
}

over_wires! {
    async fn the_hook_is_not_asked_about_what_is_over_a_limit_that_shows_at_once(wire: Wire) {
        let calls = Arc::new(AtomicU8::new(0));
        let counted = calls.clone();
        let hook = move |_: &rmcp::service::RequestContext<rmcp::RoleServer>| {
            counted.fetch_add(1, Ordering::SeqCst);
            Some(Principal::new("https://login.example", "alice"))
        };
        let builder = Mrtr::builder()
            .keys(Keys::new([[1; 32]]).unwrap())
            .audience("lab");
        let server = Hosted::start(Lab::new(builder.principal(hook).build().unwrap()), wire).await;
        let client = server.modern().await;
        let many: serde_json::Map<String, Value> =
            (0..65).map(|number| (format!("k{number}"), yes())).collect();
        let long = json!({"sure": value("x".repeat(70_000))});
        for operation in [
            tool("guarded", json!({})),
            prompt("letter", json!({"topic": "tests"})),
            resource("lab://x"),
        ] {
            let call = client.start(operation.clone()).await;
            let asked = calls.load(Ordering::SeqCst);
            for (answers, limit) in [(Value::Object(many.clone()), "(answers)"), (long.clone(), "(answer_bytes)")] {
                let mut retry = call.spent_on(operation.clone());
                let refused = retry.answer(answers).await;
                assert_eq!(refused.code(), -32602);
                assert!(refused.error().message.contains(limit), "{refused:?}");
            }
            let state = Some("m1.AAAAAAAA.".to_owned() + &"A".repeat(40_000));
            let refused = client.request(&operation, Some(json!({"sure": yes()})), state).await;
            refused.assert_bad_state();
            assert_eq!(calls.load(Ordering::SeqCst), asked, "{operation:?}");
        }
    }
}

#[tokio::test]
async fn a_handler_sees_the_caller_and_one_flow_in_all_rounds() {
    let keys = Keys::new([[1; 32]]).unwrap();
    let mrtr = Mrtr::builder()
        .keys(keys)
        .audience("lab")
        .principal(mrtr_examples::caller);
    let server = Hosted::start(Lab::new(mrtr.build().unwrap()), Wire::Http).await;
    let client = server.connect(&Person::modern().bearer("alice.1")).await;
    let mut told = Vec::new();
    for _ in 0..2 {
        let mut call = client.start(tool("identity", json!({}))).await;
        call.answer(json!({"first": yes()})).await.asked();
        let mut again = call.spent_on(tool("identity", json!({})));
        let done = call
            .answer(json!({"second": yes()}))
            .await
            .text()
            .to_owned();
        assert_eq!(again.answer(json!({"second": yes()})).await.text(), done);
        assert!(done.starts_with("alice "), "{done}");
        told.push(done);
    }
    assert_ne!(told[0], told[1]);
}

/// Without a state, answers are for handlers that say so; what is over a limit shows as soon.
#[tokio::test]
async fn the_hook_is_not_asked_about_unsolicited_answers_that_are_over_a_limit() {
    let calls = Arc::new(AtomicU8::new(0));
    let counted = calls.clone();
    let hook = move |_: &rmcp::service::RequestContext<rmcp::RoleServer>| {
        counted.fetch_add(1, Ordering::SeqCst);
        Some(Principal::new("https://login.example", "alice"))
    };
    let builder = Mrtr::builder()
        .keys(Keys::new([[1; 32]]).unwrap())
        .audience("lab");
    let mrtr = builder.principal(hook).build().unwrap();
    let server = Hosted::start(Lab::new(mrtr.clone()), Wire::Http).await;
    let many = |count: u32| -> Value {
        let answers = (0..count).map(|number| (format!("k{number}"), yes()));
        json!({"inputResponses": answers.collect::<serde_json::Map<_, _>>()})
    };
    for (name, count, looks) in [
        ("unsolicited", 65, 0),
        ("unsolicited", 64, 1),
        ("guarded", 65, 1),
    ] {
        let before = calls.load(Ordering::SeqCst);
        let answer = server.raw().send(&tool(name, json!({})), many(count)).await;
        assert_eq!(
            calls.load(Ordering::SeqCst) - before,
            looks,
            "{name}, {count}"
        );
        match looks {
            0 => assert_eq!(answer.code(), -32602),
            _ => assert_eq!(answer.result()["resultType"], "input_required"),
        }
    }
    assert_eq!(
        mrtr.counters()
            .get(mrtr_runtime::Counter::Failed, "answers"),
        1
    );
}
