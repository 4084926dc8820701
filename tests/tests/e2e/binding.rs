//! A state belongs to one call, and is as it was given.

use mrtr_tests::answers::{accept, value, yes};
use mrtr_tests::{Example, Operation, Round, Transport, example, prompt, resource, tool};
use serde_json::{Value, json};

fn incident() -> Example {
    example!("incident")
}

fn of(incident: &str) -> Value {
    json!({ "incident": incident })
}

fn close() -> Operation {
    tool("close_incident", of("INC-104"))
}

/// The state with another character at a place.
fn flipped(state: &str, at: usize) -> String {
    let mut characters: Vec<char> = state.chars().collect();
    characters[at] = if characters[at] == 'A' { 'B' } else { 'A' };
    characters.into_iter().collect()
}

fn damaged(state: &str) -> Vec<String> {
    let (header, sealed) = state.rsplit_once('.').unwrap();
    let mut all: Vec<String> = (0..state.len()).map(|at| flipped(state, at)).collect();
    all.extend([
        format!("{state}="),
        format!("{state}A"),
        format!(" {state}"),
        format!("{state}\n"),
        state[..state.len() - 1].to_owned(),
        header.to_owned(),
        sealed.to_owned(),
        format!("{header}."),
        format!("{header}.{}", sealed.replace(['-', '_'], "+")),
        format!("m2{}", state.strip_prefix("m1").unwrap()),
        format!("m1s{}", state.strip_prefix("m1").unwrap()),
        String::new(),
        "x".repeat(100_000),
        "state".to_owned(),
    ]);
    all.retain(|damaged| damaged != state);
    all
}

/// Sends the answers with each state; none may be taken.
async fn all_refused(client: &mrtr_tests::Client, states: Vec<String>) {
    for state in states {
        let answers = Some(json!({"confirm": yes()}));
        let refused = client.request(&close(), answers, Some(state)).await;
        refused.assert_bad_state();
    }
}

over_both! {
    async fn a30_a_state_that_was_tampered_with_is_refused(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(close()).await;
        all_refused(&client, damaged(&call.round.state())).await;
        assert_eq!(call.answer(json!({"confirm": yes()})).await.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn a30_every_last_character_but_the_right_one_is_refused(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let state = client.start(close()).await.round.state();
        let alphabet = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_', '+', '/']);
        let start = &state[..state.len() - 1];
        let others = alphabet.map(|last| format!("{start}{last}"));
        all_refused(&client, others.filter(|other| *other != state).collect()).await;
    }
}

over_both! {
    async fn a31_a_state_shows_nothing_of_what_it_holds(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(tool("summarize_incident", of("INC-104"))).await;
        let secret = accept(json!({"language": "French", "omit": "the secret of the user"}));
        let state = call.answer(json!({"preference": secret})).await.state();
        let bytes = {
            use base64::Engine as _;
            let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
            engine.decode(state.rsplit_once('.').unwrap().1).unwrap()
        };
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("secret") && !text.contains("French") && !text.contains("INC-104"));
    }
}

over_both! {
    async fn a32_a_state_of_one_call_is_refused_on_every_other(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(close()).await;
        for other in [
            tool("close_incident", of("INC-107")),
            tool("close_incident", json!({"incident": "INC-104", "force": true})),
            tool("close_incident", json!({"incident": "inc-104"})),
            tool("summarize_incident", of("INC-104")),
            prompt("incident_report", of("INC-104")),
            resource("incident://INC-104/report"),
        ] {
            let mut spent = call.spent_on(other);
            spent.answer(json!({"confirm": yes()})).await.assert_bad_state();
        }
        assert_eq!(call.answer(json!({"confirm": yes()})).await.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn a32_a_state_of_a_prompt_or_resource_is_refused_on_others(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let report = prompt("incident_report", of("INC-104"));
        let read = resource("incident://INC-104/report");
        for (one, others) in [
            (&report, [prompt("incident_report", of("INC-107")), read.clone()]),
            (&read, [resource("incident://INC-107/report"), report.clone()]),
        ] {
            let mut call = client.start(one.clone()).await;
            for other in others {
                let mut spent = call.spent_on(other);
                spent.answer(json!({"audience": value("engineers")})).await.assert_bad_state();
            }
            call.answer(json!({"audience": value("engineers")})).await.result();
        }
    }
}

over_both! {
    async fn a82_the_state_of_an_earlier_round_gives_the_same_question_again(transport: Transport) {
        let server = incident().start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(tool("summarize_incident", of("INC-104"))).await;
        let mut earlier = call.spent_on(tool("summarize_incident", of("INC-104")));
        let french = json!({"preference": accept(json!({"language": "French"}))});
        let prompt_of = |round: &Round| round.prompt("summary").to_owned();
        let later = prompt_of(call.answer(french.clone()).await);
        assert_eq!(prompt_of(earlier.answer(french).await), later);

        // Each reply has a state of its own, whatever it asks.
        let mut states = vec![call.round.state(), earlier.round.state()];
        states.push(call.answer_nothing().await.state());
        states.push(call.answer_nothing().await.state());
        let count = states.len();
        states.sort_unstable();
        states.dedup();
        assert_eq!(states.len(), count);
    }
}

/// All that may differ from request to request, with the one answer that each of these wants.
fn another_request(key: &str, state: &str) -> Value {
    let answer = if key == "confirm" {
        yes()
    } else {
        value("engineers")
    };
    json!({
        "requestState": state,
        "inputResponses": {key: answer},
        "x-foo": 7,
        "_meta": {
            "progressToken": "second",
            "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "another", "version": "2"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}, "form": {}}, "experimental": {"x": {}}},
            "io.modelcontextprotocol/logLevel": "debug",
        },
    })
}

fn operations() -> [(&'static str, Operation); 3] {
    [
        ("confirm", close()),
        ("audience", prompt("incident_report", of("INC-104"))),
        ("audience", resource("incident://INC-104/report")),
    ]
}

#[tokio::test]
async fn a38_what_differs_from_request_to_request_is_not_bound_over_http() {
    let server = incident().start(Transport::Http).await;
    for (key, operation) in operations() {
        let raw = server.raw();
        let asked = raw.send(&operation, json!({})).await;
        let state = asked.result()["requestState"].as_str().unwrap();
        let done = raw.send(&operation, another_request(key, state)).await;
        assert_eq!(done.result()["resultType"], "complete", "{done:?}");
    }
}

#[tokio::test]
async fn a38_what_differs_from_request_to_request_is_not_bound_over_stdio() {
    let server = incident().start(Transport::Stdio).await;
    let client = server.modern().await;
    for (key, operation) in operations() {
        let asked = client.once(operation.clone()).await;
        let retry = another_request(key, &asked.state());
        let done = client.odd_request(&operation, retry).await;
        assert_eq!(done.result()["resultType"], "complete", "{done:?}");
    }
}

#[tokio::test]
async fn arguments_are_bound_by_value_not_by_spelling() {
    let server = example!("incident").start(Transport::Http).await;
    let raw = server.raw();
    let spelled = |arguments: Value| tool("close_incident", arguments);
    let first = spelled(json!({"incident": "INC-104", "n": 1, "m": {"a": 1, "b": 2}}));
    let asked = raw.send(&first, json!({})).await;
    let state = asked.result()["requestState"].clone();
    let retry = json!({"requestState": state, "inputResponses": {"confirm": yes()}});
    let null = spelled(json!({"incident": "INC-104", "n": null, "m": {"a": 1, "b": 2}}));
    assert_eq!(raw.send(&null, retry.clone()).await.code(), -32602);
    let other = spelled(json!({"m": {"b": 2, "a": 1}, "n": 1.0, "incident": "INC-104"}));
    raw.send(&other, retry).await.result();
}
