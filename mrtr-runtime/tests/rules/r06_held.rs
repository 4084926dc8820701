//! R6: what came is held until its ask is reached; what is missing is asked again.

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, value};

/// The second run comes by A and C before it comes to B.
#[mrtr_tool]
async fn detour(detour: bool) -> Result<String, Refused> {
    if !detour {
        let (a, b) = tokio::join!(ask_elicit!(String, "A?"), ask_elicit!(String, "B?"));
        return Ok(a? + &b?);
    }
    let a = ask_elicit!(String, key = "a2", "A?").await?;
    Ok(a)
}

#[mrtr_tool]
async fn later(with_c: bool) -> Result<String, Refused> {
    let a = ask_elicit!(String, key = "a", "A?");
    let b = ask_elicit!(String, key = "b", "B?");
    if !with_c {
        let (a, b) = tokio::join!(a, b);
        return Ok(a? + &b?);
    }
    let a = a.await?;
    let c = ask_elicit!(String, key = "c", "C?").await?;
    Ok(a + &b.await? + &c)
}

#[tokio::test]
async fn r6_an_answer_is_held_until_its_ask_is_reached() {
    let mut client = Client::new();
    let first = client
        .send(json!(null), async |flow| later(flow, false).await)
        .await;
    assert_eq!(first.asked(), ["a", "b"]);
    let answers = json!({"a": value("1"), "b": value("2")});
    let second = client
        .send(answers, async |flow| later(flow, true).await)
        .await;
    assert_eq!(second.asked(), ["c"]);
    let done = client
        .send(json!({"c": value("3")}), async |flow| {
            later(flow, true).await
        })
        .await;
    assert_eq!(done.complete(), Ok("123".to_owned()));
}

#[tokio::test]
async fn r6_what_is_missing_is_asked_again_under_the_same_key() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| later(flow, false).await;
    client.send(json!(null), handler).await.asked();
    assert_eq!(client.send(json!({}), handler).await.asked(), ["a", "b"]);
    assert_eq!(client.send(json!(null), handler).await.asked(), ["a", "b"]);
    assert_eq!(
        client.send(json!({"b": value("2")}), handler).await.asked(),
        ["a"]
    );
    let done = client.send(json!({"a": value("1")}), handler).await;
    assert_eq!(done.complete(), Ok("12".to_owned()));
}

#[tokio::test]
async fn a52_an_answer_is_never_given_to_another_ask() {
    let mut client = Client::new();
    let first = client
        .send(json!(null), async |flow| detour(flow, false).await)
        .await;
    assert_eq!(first.asked(), ["a", "b"]);
    let answers = json!({"a": value("1"), "b": value("2")});
    let second = client
        .send(answers, async |flow| detour(flow, true).await)
        .await;
    assert_eq!(second.asked(), ["a2"]);
}
