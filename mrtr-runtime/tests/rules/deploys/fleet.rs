//! A fleet that is half old and half new: each request is served by the other version, back and forth.

use mrtr_runtime::prelude::*;
use serde_json::json;

use super::{Effects, UPDATED};
use crate::harness::{Client, Seen, value, yes};

#[mrtr_tool]
async fn old_order() -> Result<String, Refused> {
    let item = ask_elicit!(String, "Item?").await?;
    let count = ask_elicit!(u32, "How many?").await?;
    ask_confirm!(key = "sure", "{count} of {item}?").await?;
    Ok(format!("{count} {item}"))
}

#[mrtr_tool]
async fn new_order() -> Result<String, Refused> {
    let item = ask_elicit!(String, "Item?").await?;
    let colour = ask_elicit!(String, "Colour?").await?;
    let count = ask_elicit!(u32, "How many?").await?;
    ask_confirm!(key = "sure", "{count} of {item}?").await?;
    Ok(format!("{count} {colour} {item}"))
}

#[tokio::test]
async fn a53_answers_travel_back_and_forth_and_each_version_asks_what_it_needs() {
    let old = async |flow: &Flow| old_order(flow).await;
    let new = async |flow: &Flow| new_order(flow).await;
    let mut client = Client::new();
    assert_eq!(client.send(json!(null), old).await.asked(), ["item"]);
    assert_eq!(
        client
            .send(json!({"item": value("pen")}), new)
            .await
            .asked(),
        ["colour"]
    );
    // The old version has no use for the colour, and keeps it.
    assert_eq!(
        client
            .send(json!({"colour": value("red")}), old)
            .await
            .asked(),
        ["count"]
    );
    assert_eq!(
        client.send(json!({"count": value(2)}), new).await.asked(),
        ["sure"]
    );
    let mut other = client.fork();
    let done = client.send(json!({"sure": yes()}), old).await;
    assert_eq!(done.complete(), Ok("2 pen".to_owned()));
    let done = other.send(json!({"sure": yes()}), new).await;
    assert_eq!(done.complete(), Ok("2 red pen".to_owned()));
}

#[mrtr_tool]
async fn closes_old() -> Result<&'static str, Refused> {
    ask_confirm!(key = "sure", "Close the ticket?").await?;
    Ok("old")
}

#[mrtr_tool]
async fn closes_new() -> Result<&'static str, Refused> {
    ask_confirm!(key = "sure", "Close the ticket for good?").await?;
    Ok("new")
}

#[tokio::test]
async fn a53_a_yes_to_one_version_is_never_one_to_the_other_until_the_requests_are_used_up() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| closes_old(flow).await)
        .await
        .asked();
    for request in 2..8 {
        let again = if request % 2 == 0 {
            client
                .send(json!({"sure": yes()}), async |flow| closes_new(flow).await)
                .await
        } else {
            client
                .send(json!({"sure": yes()}), async |flow| closes_old(flow).await)
                .await
        };
        assert!(
            again.message("sure").starts_with("This has changed"),
            "{again:?}"
        );
    }
    let mut other = client.fork();
    let ended = client
        .send(json!({"sure": yes()}), async |flow| closes_new(flow).await)
        .await;
    assert!(ended.text().contains("8 requests"), "{}", ended.text());
    let done = other
        .send(json!({"sure": yes()}), async |flow| closes_old(flow).await)
        .await;
    assert_eq!(
        done.complete(),
        Ok("old"),
        "the version that asked takes the answer"
    );
}

#[mrtr_tool]
async fn pays_old(effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "pay", "Pay?").await?;
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_tool(version = 2, accept = [1])]
async fn pays_new(effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "pay", "Pay?").await?;
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "tip", "A tip?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r15_a_capture_of_the_old_version_is_used_by_both_and_one_of_the_new_by_the_new_alone() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| pays_old(flow, &effects).await;
    let new = async |flow: &Flow| pays_new(flow, &effects).await;
    client.send(json!(null), new).await.asked();
    let mut other = client.fork();
    assert_eq!(
        client.send(json!({"pay": yes()}), old).await.asked(),
        ["sure"]
    );
    assert_eq!(
        client.send(json!({"sure": yes()}), new).await.asked(),
        ["tip"]
    );
    let done = client.send(json!({"tip": yes()}), old).await;
    assert_eq!(done.complete(), Ok(1));
    assert_eq!(
        other.send(json!({"pay": yes()}), new).await.asked(),
        ["tip"]
    );
    let mut third = other.fork();
    assert_eq!(other.send(json!({"tip": yes()}), old).await.text(), UPDATED);
    assert_eq!(
        third.send(json!({"tip": yes()}), new).await.asked(),
        ["sure"]
    );
    assert_eq!(
        third.send(json!({"sure": yes()}), new).await.complete(),
        Ok(2)
    );
    assert_eq!(effects.done(), ["hold", "hold"], "one in each fork");
}
