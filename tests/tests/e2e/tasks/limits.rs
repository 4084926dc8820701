//! Limits of what `tasks/update` brings: at the limit it is taken, one more is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// A server with these limits, a task with a question open, and one that has ended.
async fn served(limits: Limits) -> (Mrtr, Server, [String; 2]) {
    let mrtr = Mrtr::builder()
        .keys(Keys::new([[1; 32]]).unwrap())
        .audience("lab")
        .single_user()
        .limits(limits)
        .build()
        .unwrap();
    let server = Server::with(mrtr.clone()).await;
    let client = server.client();
    let asks = id(&client.send(&call("even_in_a_task"), json!({})).await);
    look(&client, &asks, "input_required").await;
    let ended = id(&client.send(&call("reports_in_a_task"), json!({})).await);
    look(&client, &ended, "completed").await;
    (mrtr, server, [asks, ended])
}

/// Whether a task asks or not makes no difference.
async fn assert_limit(name: &str, limits: Limits, at: Value, over: Value) {
    let (mrtr, server, tasks) = served(limits).await;
    let client = server.client();
    for (refusals, id) in (1..).zip(tasks) {
        let update = task("tasks/update", &id);
        update_with(&client, &update, &at).await.result();
        let refused = update_with(&client, &update, &over).await;
        assert_eq!(refused.code(), -32602, "{name}: {refused:?}");
        let told = refused.body["error"]["message"].as_str().unwrap();
        assert!(told.contains(&format!("({name})")), "{told}");
        assert_eq!(mrtr.counters().get(Counter::Failed, name), refusals);
    }
}

async fn update_with(client: &Raw, update: &Operation, answers: &Value) -> RawAnswer {
    client
        .send(update, json!({ "inputResponses": answers }))
        .await
}

fn many(count: u32) -> Value {
    let answers = (0..count).map(|number| (format!("k{number}"), value(number)));
    Value::Object(answers.collect())
}

#[tokio::test]
async fn answers() {
    assert_limit("answers", Limits::default(), many(64), many(65)).await;
    let limits = Limits {
        answers: 20,
        ..Limits::default()
    };
    assert_limit("answers", limits, many(20), many(21)).await;
}

/// Under a key that nobody asked for, so that only the limit is in the way.
fn long(length: usize) -> Value {
    json!({"k": "x".repeat(length)})
}

#[tokio::test]
async fn answer_bytes() {
    let quotes = 2;
    let limits = Limits {
        answer_bytes: 100 + quotes,
        ..Limits::default()
    };
    assert_limit("answer_bytes", limits, long(100), long(101)).await;
}

#[tokio::test]
async fn answers_bytes() {
    let two = |length: usize| json!({"k": "x".repeat(98), "l": "x".repeat(length)});
    let limits = Limits {
        answer_bytes: 100,
        answers_bytes: 150,
        ..Limits::default()
    };
    assert_limit("answers_bytes", limits, two(48), two(49)).await;
}

#[tokio::test]
async fn depth() {
    let nested = |levels: usize| {
        let answer = (1..levels).fold(json!(1), |inner, _| json!([inner]));
        json!({ "k": answer })
    };
    let limits = Limits {
        depth: 7,
        ..Limits::default()
    };
    assert_limit("depth", limits, nested(7), nested(8)).await;
}

/// The hook may take its time.
#[tokio::test]
async fn limits_are_checked_before_the_principal_hook_is_asked() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = asked.clone();
    let hook = move |_: &RequestContext<RoleServer>| {
        count.fetch_add(1, Ordering::SeqCst);
        Some(Principal::new("tests", "alice"))
    };
    let builder = Mrtr::builder().keys(Keys::new([[1; 32]]).unwrap());
    let mrtr = builder.audience("lab").principal(hook).build().unwrap();
    let server = Server::with(mrtr).await;
    let client = server.client();
    let id = id(&client.send(&call("even_in_a_task"), json!({})).await);
    let before = asked.load(Ordering::SeqCst);
    for (answers, looks) in [(many(65), 0), (many(64), 1)] {
        update_with(&client, &task("tasks/update", &id), &answers).await;
        assert_eq!(asked.load(Ordering::SeqCst) - before, looks);
    }
}
