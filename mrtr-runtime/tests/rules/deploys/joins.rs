//! Branches of a `join!` in another order.

use mrtr_runtime::prelude::*;
use serde_json::json;

use super::{Effects, UPDATED};
use crate::harness::{Client, Seen, value, yes};

#[mrtr_tool]
async fn here_then_there() -> Result<String, Refused> {
    let (from, to) = tokio::join!(
        ask_elicit!(String, key = "from", "Account?"),
        ask_elicit!(String, key = "to", "Account?"),
    );
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{} to {}", from?, to?))
}

#[mrtr_tool]
async fn there_then_here() -> Result<String, Refused> {
    let (to, from) = tokio::join!(
        ask_elicit!(String, key = "to", "Account?"),
        ask_elicit!(String, key = "from", "Account?"),
    );
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{} to {}", from?, to?))
}

#[tokio::test]
async fn a52_branches_of_a_join_in_another_order_keep_to_their_own_answers() {
    let old = async |flow: &Flow| here_then_there(flow).await;
    let new = async |flow: &Flow| there_then_here(flow).await;
    let mut client = Client::new();
    assert_eq!(client.send(json!(null), old).await.asked(), ["from", "to"]);
    let mut other = client.fork();
    let both = json!({"from": value("1"), "to": value("2")});
    assert_eq!(client.send(both, new).await.asked(), ["sure"]);
    let done = client.send(json!({"sure": yes()}), old).await;
    assert_eq!(done.complete(), Ok("1 to 2".to_owned()));
    // One answer, and then the other.
    assert_eq!(
        other.send(json!({"to": value("2")}), new).await.asked(),
        ["from"]
    );
    other.send(json!({"from": value("1")}), old).await.asked();
    let done = other.send(json!({"sure": yes()}), new).await;
    assert_eq!(done.complete(), Ok("1 to 2".to_owned()));
}

#[mrtr_tool]
async fn flight_then_room(effects: &Effects) -> Result<String, Refused> {
    let (flight, room) = tokio::join!(
        async {
            ask_confirm!(key = "fly", "Fly?").await?;
            Ok::<_, Refused>(capture!(key = "flight", effects.run("flight")))
        },
        async {
            let room = capture!(key = "room", effects.run("room"));
            ask_confirm!(key = "stay", "Stay?").await?;
            Ok::<_, Refused>(room)
        },
    );
    Ok(format!("{} {}", flight?, room?))
}

/// The branches the other way round, which accepts what was captured so far.
#[mrtr_tool(version = 2, accept = [1])]
async fn room_then_flight(effects: &Effects) -> Result<String, Refused> {
    let (room, flight) = tokio::join!(
        async {
            let room = capture!(key = "room", effects.run("room"));
            ask_confirm!(key = "stay", "Stay?").await?;
            Ok::<_, Refused>(room)
        },
        async {
            ask_confirm!(key = "fly", "Fly?").await?;
            Ok::<_, Refused>(capture!(key = "flight", effects.run("flight")))
        },
    );
    Ok(format!("{} {}", flight?, room?))
}

#[tokio::test]
async fn r15_a_capture_that_an_earlier_branch_begins_first_is_no_other_version_of_a_later_one() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let handler = async |flow: &Flow| flight_then_room(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    // The flight is captured ahead of the room, which an earlier round has recorded.
    let done = client
        .send(json!({"fly": yes(), "stay": yes()}), handler)
        .await;
    assert_eq!(done.complete(), Ok("2 1".to_owned()));
    assert_eq!(effects.done(), ["room", "flight"]);
}

#[tokio::test]
async fn r15_branches_in_another_order_are_another_version_and_capture_nothing_again() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| flight_then_room(flow, &effects).await;
    let new = async |flow: &Flow| room_then_flight(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let mut other = client.fork();
    let done = client.send(json!({"fly": yes(), "stay": yes()}), new).await;
    assert_eq!(
        done.complete(),
        Ok("2 1".to_owned()),
        "accepted, and each once"
    );
    assert_eq!(effects.done(), ["room", "flight"]);
    // Back to the old version, which does not accept what the new one captures.
    other.send(json!({"fly": yes()}), new).await.asked();
    let ended = other.send(json!({"stay": yes()}), old).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done().len(), 3, "the fork has a flight of its own");
}
