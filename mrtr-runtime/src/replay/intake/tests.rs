//! What is cheap to see is checked before the arguments are digested.
#![allow(clippy::unwrap_used, clippy::panic)]

use serde_json::{Map, Value, json};

use crate::wire::DIGESTED;
use crate::{Failure, Keys, Method, Mrtr, Principal, Request};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => panic!("{other} is no object"),
    }
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(json!(1), |inner, _| json!({ "a": inner }))
}

/// What the client is told, and how many times the arguments were digested for it.
fn opened(change: impl FnOnce(Request<'_>) -> Request<'_>, arguments: Value) -> (String, u32) {
    let keys = Keys::new([[7; 32]]).unwrap();
    let builder = Mrtr::builder().keys(keys).audience("tests");
    let mrtr = builder.single_user().build().unwrap();
    let arguments = object(arguments);
    let request = Request::new(Method::CallTool, "pay", Some(&arguments));
    let before = DIGESTED.get();
    let told = match mrtr.open(change(request)) {
        Ok(_) => String::new(),
        Err(Failure::Tool(text)) => text,
        Err(Failure::Rpc(error)) => error.message,
    };
    (told, DIGESTED.get() - before)
}

fn retry<'a>(request: Request<'a>, answers: Value, state: &str) -> Request<'a> {
    request
        .principal(Principal::local())
        .input_responses(Some(object(answers)))
        .request_state(Some(state.to_owned()))
}

#[test]
fn what_is_over_a_limit_is_refused_before_the_arguments_are_digested() {
    let many = (0..65).map(|n| (format!("k{n}"), json!({}))).collect();
    let longs = (0..5).map(|n| (format!("k{n}"), json!("x".repeat(60_000))));
    for (answers, limit) in [
        (Value::Object(many), "(answers)"),
        (json!({"a": "x".repeat(70_000)}), "(answer_bytes)"),
        (Value::Object(longs.collect()), "(answers_bytes)"),
        (json!({"a": nested(40)}), "(depth)"),
    ] {
        let (told, digests) = opened(|request| retry(request, answers, "m1.a.b"), nested(200));
        assert!(told.contains(limit), "{limit}: {told}");
        assert_eq!(digests, 0, "{limit}");
    }
    let long = "A".repeat(40_000);
    let (told, digests) = opened(|request| retry(request, json!({}), &long), nested(200));
    assert!(told.contains("requestState"), "{told}");
    assert_eq!(digests, 0);
}

#[test]
fn a_request_of_nobody_is_refused_before_its_arguments_are_digested() {
    let (told, digests) = opened(|request| request, nested(200));
    assert_eq!((&*told, digests), ("Internal error", 0));
}

#[test]
fn the_arguments_are_digested_once() {
    for (depth, is_refused) in [(128, false), (129, true)] {
        let (told, digests) = opened(
            |request| request.principal(Principal::local()),
            nested(depth),
        );
        assert_eq!(told.contains("128"), is_refused, "{depth}: {told}");
        assert_eq!(digests, 1);
    }
    let within = json!({"a": {}});
    let (_, digests) = opened(|request| retry(request, within, "m1.a.b"), json!({}));
    assert_eq!(digests, 1);
}
