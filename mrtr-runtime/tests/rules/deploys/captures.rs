//! A capture that the new version names, types or tells apart in another way.

use mrtr_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Effects, UPDATED};
use crate::harness::{Client, Seen, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn reserves(effects: &Effects) -> Result<usize, Refused> {
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[derive(Serialize, Deserialize)]
struct Hold {
    number: usize,
}

/// All that a fingerprint covers is the same.
#[mrtr_tool]
async fn reserves_a_struct(effects: &Effects) -> Result<usize, Refused> {
    let hold = capture!(Hold {
        number: effects.run("hold")
    });
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold.number)
}

#[mrtr_tool(version = 2)]
async fn reserves_a_struct_in_version_2(effects: &Effects) -> Result<usize, Refused> {
    let hold = capture!(Hold {
        number: effects.run("hold")
    });
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold.number)
}

#[tokio::test]
async fn a54_another_captured_type_is_an_error_that_the_log_explains_and_with_a_version_an_update()
{
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| reserves(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let mut other = client.fork();
    let new = async |flow: &Flow| reserves_a_struct(flow, &effects).await;
    let (failed, log) = logged(client.send(json!({"sure": yes()}), new)).await;
    assert_eq!(failed.code(), -32603);
    assert!(
        log.contains("capture_type") && log.contains("`hold`"),
        "{log}"
    );
    assert!(
        log.contains("Hold") && log.contains("captures.rs:"),
        "{log}"
    );
    let new = async |flow: &Flow| reserves_a_struct_in_version_2(flow, &effects).await;
    let ended = other.send(json!({"sure": yes()}), new).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["hold"]);
}

#[mrtr_tool]
async fn reserves_under_another_key(effects: &Effects) -> Result<usize, Refused> {
    let seat = ask_confirm!(key = "seat", "A seat?").await.is_ok();
    let booking = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(booking + usize::from(seat))
}

#[mrtr_tool]
async fn reserves_in_a_branch(effects: &Effects) -> Result<usize, Refused> {
    let mut booking = 0;
    if ask_confirm!(key = "seat", "A seat?").await.is_ok() {
        booking = capture!(effects.run("hold"));
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(booking)
}

#[mrtr_tool]
async fn asks_ahead_of_the_same_capture(effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "seat", "A seat?").await?;
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn asks_and_captures_no_more(_effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "seat", "A seat?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(0)
}

#[tokio::test]
async fn r15_nobody_is_asked_again_ahead_of_a_capture_that_will_end_the_flow() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| reserves(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let (mut renamed, mut unasked) = (client.fork(), client.fork());
    let same = async |flow: &Flow| asks_ahead_of_the_same_capture(flow, &effects).await;
    let (ended, log) = logged(client.send(json!({"sure": yes()}), same)).await;
    assert_eq!(ended.text(), UPDATED);
    assert!(log.contains("captures.rs:"), "{log}");
    let other = async |flow: &Flow| reserves_under_another_key(flow, &effects).await;
    let ended = renamed.send(json!({"sure": yes()}), other).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["hold"]);
    // What captures nothing any more goes on, and the log has what it did not come by (R9).
    let none = async |flow: &Flow| asks_and_captures_no_more(flow, &effects).await;
    let asked = unasked.send(json!({"sure": yes()}), none).await;
    assert_eq!(asked.asked(), ["seat"]);
    let done = unasked.send(json!({"seat": yes()}), none).await;
    assert_eq!(done.complete(), Ok(0));
}

#[tokio::test]
async fn r15_a_renamed_capture_does_not_run_again_however_many_requests_after_the_deploy() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| reserves(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let new = async |flow: &Flow| reserves_in_a_branch(flow, &effects).await;
    // Here the state is made again, by the new version, ahead of its capture.
    let asked = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(asked.asked(), ["seat"]);
    let ended = client.send(json!({"seat": yes()}), new).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["hold"]);
}

#[mrtr_tool]
async fn reserves_by_room(effects: &Effects, rooms: &[&str]) -> Result<usize, Refused> {
    let mut last = 0;
    for room in rooms {
        last = capture!(key = "hold", of = room, effects.run("hold"));
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(last)
}

#[mrtr_tool]
async fn reserves_by_number(effects: &Effects, rooms: &[&str]) -> Result<usize, Refused> {
    let mut last = 0;
    for (number, _room) in rooms.iter().enumerate() {
        last = capture!(key = "hold", of = number, effects.run("hold"));
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(last)
}

#[tokio::test]
async fn r15_a_capture_that_is_told_apart_by_something_else_does_not_run_again() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let plain = async |flow: &Flow| reserves(flow, &effects).await;
    let by_room = async |flow: &Flow| reserves_by_room(flow, &effects, &["blue"]).await;
    let by_number = async |flow: &Flow| reserves_by_number(flow, &effects, &["blue"]).await;
    client.send(json!(null), plain).await.asked();
    let ended = client.send(json!({"sure": yes()}), by_room).await;
    assert_eq!(ended.text(), UPDATED, "`of` came");
    let mut client = Client::new();
    client.send(json!(null), by_room).await.asked();
    let mut other = client.fork();
    let ended = client.send(json!({"sure": yes()}), by_number).await;
    assert_eq!(ended.text(), UPDATED, "`of` says something else");
    let ended = other.send(json!({"sure": yes()}), plain).await;
    assert_eq!(ended.text(), UPDATED, "`of` is gone");
    assert_eq!(effects.done(), ["hold", "hold"], "one in each flow");
}
