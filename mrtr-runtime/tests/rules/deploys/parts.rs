//! Parts that the new version calls by another key, or that have changed themselves.

use mrtr_runtime::prelude::*;
use serde_json::json;

use super::{Effects, UPDATED};
use crate::harness::{Client, Seen, yes};

#[mrtr_part]
async fn reserve(effects: &Effects) -> usize {
    capture!(key = "hold", effects.run("hold"))
}

#[mrtr_tool]
async fn books(effects: &Effects) -> Result<usize, Refused> {
    let hold = part!(reserve(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn books_under_another_key(effects: &Effects) -> Result<usize, Refused> {
    let seat = ask_confirm!(key = "seat", "A seat?").await.is_ok();
    let hold = part!(key = "booking", reserve(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold + usize::from(seat))
}

#[tokio::test]
async fn r15_a_renamed_part_does_not_capture_again_however_many_requests_after_the_deploy() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| books(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let new = async |flow: &Flow| books_under_another_key(flow, &effects).await;
    client.send(json!({"sure": yes()}), new).await.asked();
    let ended = client.send(json!({"seat": yes()}), new).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["hold"]);
}

/// Two versions of a part, and what calls them: the handler's own asks are the same.
mod old {
    use super::*;

    #[mrtr_part]
    pub async fn travel(effects: &Effects) -> usize {
        part!(reserve(effects)).await
    }
}

mod new {
    use super::*;

    #[mrtr_part]
    pub async fn travel(effects: &Effects) -> usize {
        part!(key = "booking", reserve(effects)).await
    }
}

#[mrtr_tool]
async fn travels(effects: &Effects) -> Result<usize, Refused> {
    let hold = part!(key = "travel", old::travel(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn travels_anew(effects: &Effects) -> Result<usize, Refused> {
    let hold = part!(key = "travel", new::travel(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r15_a_part_that_is_renamed_in_a_part_does_not_capture_again() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| travels(flow, &effects).await;
    let new = async |flow: &Flow| travels_anew(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let ended = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["hold"]);
}

#[mrtr_tool]
async fn books_and_asks_more(effects: &Effects) -> Result<usize, Refused> {
    let hold = part!(reserve(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r15_what_a_part_captured_stays_when_only_its_handler_changes() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| books(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let new = async |flow: &Flow| books_and_asks_more(flow, &effects).await;
    let asked = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(asked.asked(), ["really"]);
    assert_eq!(effects.done(), ["hold"]);
}

#[mrtr_part]
async fn hotel(effects: &Effects) -> usize {
    capture!(key = "hold", effects.run("hotel"))
}

#[mrtr_part]
async fn flight(effects: &Effects) -> usize {
    capture!(key = "hold", effects.run("flight"))
}

#[mrtr_tool]
async fn sleeps(effects: &Effects) -> Result<usize, Refused> {
    let hold = part!(key = "trip", hotel(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn flies(effects: &Effects) -> Result<usize, Refused> {
    let hold = part!(key = "trip", flight(effects)).await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r15_what_one_part_captured_is_not_that_of_another_of_its_shape_under_its_key() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| sleeps(flow, &effects).await;
    let new = async |flow: &Flow| flies(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let ended = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["hotel"]);
}
