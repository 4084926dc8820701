//! Rounds of a client that speaks 2026-07-28.

use mrtr_tests::answers::{cancel, decline, roots, sample, value};
use mrtr_tests::{Deadline as _, Operation, Person, over_pipe, prompt, tool, until};
use serde_json::{Value, json};

use crate::watch::{Setup, Watch};
use crate::{CANARY, call, operations, sung, yes};

pub(crate) async fn walk(watch: &mut Watch) {
    for operation in operations() {
        answered(watch, &operation).await;
        refused(watch, &operation).await;
    }
    all_kinds(watch).await;
    limits(watch).await;
    handlers(watch).await;
    malformed(watch).await;
    lost(watch).await;
    given_up(watch).await;
}

/// What ends well: an answer, none, one that is invalid, a decline, a cancel.
async fn answered(watch: &mut Watch, operation: &Operation) {
    let server = watch.serve(&Setup::default()).await;
    let client = server.modern().await;
    let invalid = json!({"action": "accept", "content": {"value": [CANARY], (CANARY): CANARY}});
    for last in [
        sung(),
        json!({"action": "decline", "content": {"value": CANARY}}),
        json!({"action": "cancel", (CANARY): CANARY}),
    ] {
        let mut talk = client.start(operation.clone()).await;
        watch.silent(&talk.round);
        for answers in [json!({(CANARY): CANARY}), json!({"name": invalid.clone()})] {
            watch.silent(talk.answer(answers).await);
            assert_eq!(talk.round.asked(), ["name"]);
        }
        let ended = talk.answer(json!({"name": last})).await;
        watch.look(None, ended);
    }
}

/// What a request is refused for, whatever the method.
async fn refused(watch: &mut Watch, operation: &Operation) {
    let server = watch
        .serve(&Setup::limited(|limits| limits.retries_per_question = 0))
        .await;
    let client = server.modern().await;
    let talk = client.start(operation.clone()).await;
    watch.silent(&talk.round);
    let nested = (0..40).fold(json!(CANARY), |inner, _| json!([inner]));
    let many: serde_json::Map<_, _> = (0..65)
        .map(|n| (format!("{CANARY}{n}"), json!(CANARY)))
        .collect();
    let longs: serde_json::Map<_, _> = (0..10)
        .map(|n| (format!("k{n}"), json!(CANARY.repeat(10_000))))
        .collect();
    for (reason, answers) in [
        ("wrong_kind", json!({"name": CANARY})),
        ("wrong_kind", json!({"name": {"roots": [{"uri": CANARY}]}})),
        ("no_valid_answer", json!({"name": value(json!([CANARY]))})),
        ("answer_bytes", json!({"name": CANARY.repeat(20_000)})),
        ("depth", json!({"name": nested})),
        ("answers", Value::Object(many)),
        ("answers_bytes", Value::Object(longs)),
    ] {
        let mut retry = talk.spent_on(operation.clone());
        watch.says(reason, retry.answer(answers).await);
    }
    let nothing = server.connect(&Person::modern().declaring(json!({}))).await;
    watch.says("missing_capability", &nothing.once(operation.clone()).await);
}

async fn all_kinds(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server.modern().await;
    let good = json!({
        "one": value(CANARY),
        "sample": sample(CANARY),
        "roots": roots(&[&format!("file:///{CANARY}")]),
    });
    let mut talk = client.start(call("sing_along")).await;
    watch.silent(&talk.round);
    for (key, wrong) in [
        ("one", json!({"roots": CANARY})),
        ("sample", json!({"content": CANARY})),
        ("roots", json!({"roots": CANARY})),
    ] {
        let mut retry = talk.spent_on(call("sing_along"));
        watch.says("wrong_kind", retry.answer(json!({ (key): wrong })).await);
    }
    watch.silent(talk.answer(good.clone()).await);
    for refusal in [decline(), cancel()] {
        let mut talk = client.start(call("sing_along")).await;
        watch.silent(&talk.round);
        let mut answers = good.clone();
        answers["one"] = refusal;
        talk.answer(answers).await.tool_error();
        watch.silent(&talk.round);
    }
}

async fn limits(watch: &mut Watch) {
    let setup = Setup::limited(|limits| limits.requests = 2);
    let server = watch.serve(&setup).await;
    let client = server.modern().await;
    let mut talk = client.start(call("sing")).await;
    watch.silent(&talk.round);
    watch.says("requests", talk.answer(json!({"name": sung()})).await);
    for (reason, setup) in [
        (
            "message_bytes",
            Setup::limited(|limits| limits.message_bytes = 10),
        ),
        (
            "state_bytes",
            Setup::limited(|limits| limits.state_bytes = 1024),
        ),
    ] {
        let server = watch.serve(&setup).await;
        let title = CANARY.repeat(400);
        let first = server
            .modern()
            .await
            .once(tool("sing", json!({"title": title})))
            .await;
        watch.says(reason, &first);
    }
}

async fn handlers(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server.modern().await;
    for (name, reason, answers) in [
        ("panics", "panicked", json!({"name": sung()})),
        ("diverges", "never_awaited", json!({"sure": yes()})),
    ] {
        let mut talk = client.start(call(name)).await;
        watch.silent(&talk.round);
        watch.says(reason, talk.answer(answers).await);
    }
    // What the author's error says is told to the client, and to nobody else.
    let mut talk = client.start(call("fails")).await;
    watch.silent(&talk.round);
    assert!(
        talk.answer(json!({"name": sung()}))
            .await
            .tool_error()
            .contains(CANARY)
    );
    watch.silent(&talk.round);
    let mut talk = client.start(call("foreign")).await;
    watch.silent(&talk.round);
    talk.answer(json!({"sure": yes()})).await.assert_internal();
    watch.look(Some("an InputRequiredResult of its own"), &talk.round);
}

/// What rmcp cannot read, and what it hands on to a handler that cannot.
async fn malformed(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server.modern().await;
    for operation in operations() {
        for fields in [
            json!({"inputResponses": [CANARY]}),
            json!({"inputResponses": CANARY}),
            json!({"requestState": {(CANARY): CANARY}}),
        ] {
            let refused = client.odd_request(&operation, fields).await;
            assert_eq!(refused.code(), -32602);
            watch.says("malformed", &refused);
        }
    }
    let arguments = json!({"title": {(CANARY): CANARY}});
    let told = client.once(tool("sing", arguments)).await;
    watch.look(None, &told);
}

/// A prompt behind a router that loses what a retry brings.
async fn lost(watch: &mut Watch) {
    let songs = watch.songs(&Setup::default());
    let client = over_pipe(songs.routed(), &Person::modern()).await;
    let lost = client.once(prompt("cover", json!({"title": CANARY}))).await;
    lost.assert_internal();
    watch.says("lost_retries", &lost);
}

/// A client that goes away while the handler runs.
async fn given_up(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server.modern().await;
    let mut talk = client.start(call("hangs")).await;
    watch.silent(&talk.round);
    tokio::select! {
        _ = talk.answer(json!({"name": sung()})) => panic!("it never ends"),
        () = until("the handler waits", || watch.log.has("the handler waits")) => {}
    }
    let is_cancelled = || watch.log.has("reason=\"cancelled\"");
    until("the handler is dropped", is_cancelled)
        .in_time()
        .await;
    watch.says_to_nobody("cancelled");
}
