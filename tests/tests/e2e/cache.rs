//! Cache hints: none on questions, and nothing of somebody's answers is cached.

use mrtr_tests::answers::value;
use mrtr_tests::{Hosted, Lab, Person, Round, Transport, Wire, example, prompt, resource, tool};
use serde_json::{Value, json};

fn hints(result: &Value) -> [&Value; 2] {
    [&result["ttlMs"], &result["cacheScope"]]
}

fn asks(round: &Round) -> &Value {
    match round {
        Round::Asks(result) => result,
        other => panic!("{other:?}"),
    }
}

over_wires! {
    async fn a75_only_a_first_result_may_be_cached(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let first = client.once(resource("lab://plain")).await;
        assert_eq!(hints(first.result()), [&json!(60_000), &json!("public")]);

        let mut call = client.start(resource("lab://x")).await;
        assert_eq!(hints(asks(&call.round)), [&Value::Null, &Value::Null]);
        let done = call.answer(json!({"note": value("mine")})).await;
        assert_eq!(hints(done.result()), [&json!(0), &json!("private")]);
        assert_eq!(done.result()["contents"][0]["text"], "mine");
    }
}

over_wires! {
    async fn a75_what_an_old_client_answered_is_private_too(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let person = Person::old().answering(|_| Some(value("mine")));
        let client = server.connect(&person).await;
        let done = client.once(resource("lab://x")).await;
        assert_eq!(hints(done.result()), [&json!(0), &json!("private")]);
        let plain = client.once(resource("lab://plain")).await;
        assert_eq!(hints(plain.result()), [&json!(60_000), &json!("public")]);
    }
}

over_wires! {
    async fn a79_a_uri_outside_ascii_asks_and_is_answered(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(resource("lab://測試")).await;
        assert_eq!(call.round.message("note"), "A note on lab://測試?");
        call.answer(json!({"note": value("x")})).await.result();
    }
}

#[tokio::test]
async fn a79_a_wrapped_header_is_decoded_in_both_rounds() {
    let server = Hosted::start(Lab::default(), Wire::Http).await;
    let note = resource("lab://測試");
    let wrapped = server.raw().name_header("=?base64?bGFiOi8v5ris6Kmm?=");
    let asked = wrapped.send(&note, json!({})).await;
    let state = asked.result()["requestState"].clone();
    let retry = json!({"requestState": state, "inputResponses": {"note": value("x")}});

    // The header of another resource: nothing is done, and the state is as good as before.
    let other = server.raw().name_header("=?base64?bGFiOi8vb3RoZXI=?=");
    let refused = other.send(&note, retry.clone()).await;
    assert_eq!(refused.status, 400, "{refused:?}");
    let done = wrapped.send(&note, retry).await;
    assert_eq!(done.result()["contents"][0]["text"], "x");
}

/// A uri that reads like a wrapped one is itself wrapped: taken for what it looks like, it is another.
#[tokio::test]
async fn a79_a_uri_that_looks_like_a_wrapped_one_is_asked_and_answered_as_itself() {
    let looks_wrapped = "=?base64?bGFiOi8vb3RoZXI=?=";
    let server = Hosted::start(Lab::default(), Wire::Http).await;
    let note = resource(looks_wrapped);
    let header = "=?base64?PT9iYXNlNjQ/YkdGaU9pOHZiM1JvWlhJPT89?=";
    let wrapped = server.raw().name_header(header);
    let asked = wrapped.send(&note, json!({})).await;
    let message = &asked.result()["inputRequests"]["note"]["params"]["message"];
    assert_eq!(message, &format!("A note on {looks_wrapped}?"));
    let state = asked.result()["requestState"].clone();
    let retry = json!({"requestState": state, "inputResponses": {"note": value("x")}});

    let bare = server.raw().name_header(looks_wrapped);
    for round in [json!({}), retry.clone()] {
        assert_eq!(bare.send(&note, round).await.status, 400);
    }
    // The state is that of this resource, and of no other.
    let other = resource("lab://other");
    assert_eq!(
        server.raw().send(&other, retry.clone()).await.code(),
        -32602
    );
    let done = wrapped.send(&note, retry).await;
    assert_eq!(done.result()["contents"][0]["text"], "x");
}

over_wires! {
    async fn a79_rmcps_client_reads_a_uri_that_looks_like_a_wrapped_one(wire: Wire) {
        let server = Hosted::start(Lab::default(), wire).await;
        let client = server.modern().await;
        let mut call = client.start(resource("=?base64?bGFiOi8vb3RoZXI=?=")).await;
        assert_eq!(call.round.message("note"), "A note on =?base64?bGFiOi8vb3RoZXI=?=?");
        call.answer(json!({"note": value("x")})).await.result();
    }
}

#[tokio::test]
async fn a75_questions_are_of_their_own_result_type_and_carry_no_hints() {
    let server = example!("incident").start(Transport::Http).await;
    let arguments = json!({"incident": "INC-104"});
    for operation in [
        tool("close_incident", arguments.clone()),
        prompt("incident_report", arguments),
        resource("incident://INC-104/report"),
    ] {
        let asked = server.raw().send(&operation, json!({})).await;
        assert_eq!(asked.status, 200);
        let mut members: Vec<&str> = asked
            .result()
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        members.retain(|member| *member != "_meta");
        members.sort_unstable();
        assert_eq!(members, ["inputRequests", "requestState", "resultType"]);
    }
}

#[tokio::test]
async fn a75_a_resource_made_of_an_answer_is_private_and_stale() {
    let server = example!("incident").start(Transport::Http).await;
    let report = resource("incident://INC-104/report");
    let asked = server.raw().send(&report, json!({})).await;
    let state = asked.result()["requestState"].clone();
    let answers = json!({"audience": value("engineers")});
    let retry = json!({"requestState": state, "inputResponses": answers});
    let done = server.raw().send(&report, retry).await;
    assert_eq!(hints(done.result()), [&json!(0), &json!("private")]);
    assert_eq!(done.result()["resultType"], "complete");
}
