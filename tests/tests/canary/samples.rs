//! A model that gives a value, and calls tools on the way.

use mrtr_tests::answers::sample;
use mrtr_tests::{Operation, Person, Round, tool};
use serde_json::{Value, json};

use crate::CANARY;
use crate::watch::{Setup, Watch};

pub(crate) async fn walk(watch: &mut Watch) {
    called(watch).await;
    misfits(watch).await;
    asked_by_request(watch).await;
}

fn plans() -> Operation {
    tool("plans", json!({}))
}

fn declared() -> Value {
    json!({"sampling": {"tools": {}}})
}

/// A turn in which the model calls these tools with these inputs.
fn calls(calls: &[(&str, Value)]) -> Value {
    let calls = calls.iter().enumerate().map(|(number, (name, input))| {
        let id = format!("{CANARY}-{number}");
        json!({"type": "tool_use", "id": id, "name": name, "input": input})
    });
    let calls: Vec<Value> = calls.collect();
    json!({"role": "assistant", "model": CANARY, "stopReason": "toolUse", "content": calls})
}

/// One tool that works, one that fails, and one that there is not.
fn all_calls() -> Value {
    calls(&[
        ("look", json!({"at": CANARY})),
        ("look", json!({"fail": CANARY})),
        (CANARY, json!({"at": CANARY})),
    ])
}

fn plan() -> Value {
    sample(&json!({"title": CANARY}).to_string())
}

async fn called(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server
        .connect(&Person::modern().declaring(declared()))
        .await;
    let mut talk = client.start(plans()).await;
    watch.silent(&talk.round);
    watch.says(
        "wrong_kind",
        talk.spent_on(plans())
            .answer(json!({"plan": {"content": CANARY}}))
            .await,
    );
    watch.silent(talk.answer(json!({"plan": all_calls()})).await);
    let results = &talk.round.request("plan#2")["params"]["messages"][2]["content"];
    let told = results.to_string();
    assert!(
        told.contains(&format!("{CANARY} of")) && told.contains("failed on"),
        "{told}"
    );
    let done = talk.answer(json!({"plan#2": plan()})).await;
    assert_eq!(done.text(), CANARY);
    watch.look(None, done);
    let without = server.modern().await;
    watch.says("missing_capability", &without.once(plans()).await);
}

/// A model that never gives what is asked for.
async fn misfits(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server
        .connect(&Person::modern().declaring(declared()))
        .await;
    for misfit in [
        CANARY.to_owned(),
        json!({"title": {(CANARY): CANARY}}).to_string(),
    ] {
        let mut talk = client.start(plans()).await;
        while let Round::Asks(_) = talk.round {
            watch.silent(&talk.round);
            talk.answer(json!({"plan": sample(&misfit)})).await;
        }
        assert!(
            !talk.round.tool_error().contains(CANARY),
            "{:?}",
            talk.round
        );
        watch.look(None, &talk.round);
    }
}

/// Clients of 2025-11-25.
async fn asked_by_request(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    for last in [plan(), sample(CANARY)] {
        let person = Person::old().declaring(declared());
        let person = person.answering(move |question| {
            let messages = question.params["messages"].as_array().unwrap();
            Some(if messages.len() == 1 {
                all_calls()
            } else {
                last.clone()
            })
        });
        let client = server.connect(&person).await;
        let ended = client.once(plans()).await;
        assert!(person.asked().len() > 1);
        watch.look(None, &ended);
    }
}
