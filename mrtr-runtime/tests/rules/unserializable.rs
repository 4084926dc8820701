//! What identifies an ask must be readable: a value that does not serialize ends the flow, and the log says where.

use mrtr_runtime::prelude::*;
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::json;

use crate::harness::{Client, Seen};
use crate::logs::logged;

struct Broken;

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("broken"))
    }
}

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

#[mrtr_tool]
async fn of_an_ask() -> Result<(), Refused> {
    ask_confirm!(
        key = "sure",
        of = Broken, // of an ask
        "Sure?"
    )
    .await
}

#[mrtr_tool]
async fn about() -> Result<(), Refused> {
    ask_confirm!(about = Broken, "Sure?").await // about
}

#[mrtr_tool]
async fn of_a_part() -> Result<(), Refused> {
    part!(key = "check", of = Broken, sure()).await // of a part
}

#[mrtr_tool]
async fn input_of_a_key(flow: Flow) -> String {
    flow.key("pay", &Broken) // input of a key
}

/// `file:line` of the line with this remark.
fn line_of(remark: &str) -> String {
    let lines = include_str!("unserializable.rs").lines();
    let at = lines.zip(1..).find(|(line, _)| line.ends_with(remark));
    format!("unserializable.rs:{})", at.unwrap().1)
}

fn names(log: &str, key: &str, place: &str) {
    assert!(log.contains("not_serializable"), "{log}");
    assert!(log.contains(&format!("`{key}`")), "{log}");
    assert!(log.contains(place), "{place}: {log}");
}

#[tokio::test]
async fn what_does_not_serialize_is_named_with_its_line() {
    let mut client = Client::new();
    let round = client.send(json!(null), async |flow| of_an_ask(flow).await);
    let (failed, log) = logged(round).await;
    assert_eq!(failed.code(), -32603);
    names(&log, "sure", "unserializable.rs:");

    let round = client.send(json!(null), async |flow| about(flow).await);
    let (failed, log) = logged(round).await;
    assert_eq!(failed.code(), -32603);
    names(&log, "confirm_1", &line_of("// about"));

    let round = client.send(json!(null), async |flow| of_a_part(flow).await);
    let (failed, log) = logged(round).await;
    assert_eq!(failed.code(), -32603);
    names(&log, "check", &line_of("// of a part"));

    let round = client.send(json!(null), async |flow| input_of_a_key(flow).await);
    let (failed, log) = logged(round).await;
    assert_eq!(failed.code(), -32603);
    names(&log, "pay", &line_of("// input of a key"));
}
