//! Answers as a client sends them.

use serde_json::{Value, json};

/// An accepted form.
pub fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// An accepted form of one value.
pub fn value(value: impl Into<Value>) -> Value {
    accept(json!({"value": value.into()}))
}

/// An accepted confirmation.
pub fn yes() -> Value {
    accept(json!({"confirm": true}))
}

/// A confirmation that was answered with no.
pub fn no() -> Value {
    accept(json!({"confirm": false}))
}

pub fn decline() -> Value {
    json!({"action": "decline"})
}

pub fn cancel() -> Value {
    json!({"action": "cancel"})
}

/// What a refusal is told as where a person took their time: the answers of a test come faster than they read.
pub fn as_a_person(text: &str) -> String {
    let Some((refused, _)) = text.split_once(" within ") else {
        return text.to_owned();
    };
    match refused.replace("The client ", "The user ") {
        dismissed if dismissed.contains("dismissed") => format!("{dismissed} without an answer."),
        declined => format!("{declined}."),
    }
}

/// What a model wrote.
pub fn sample(text: &str) -> Value {
    json!({
        "role": "assistant",
        "content": {"type": "text", "text": text},
        "model": "test-model",
        "stopReason": "endTurn",
    })
}

pub fn roots(uris: &[&str]) -> Value {
    let roots: Vec<Value> = uris.iter().map(|uri| json!({"uri": uri})).collect();
    json!({ "roots": roots })
}
