//! An ask that the new version has and the old one had not, or the reverse.

use mrtr_runtime::prelude::*;
use serde_json::json;

use super::Effects;
use crate::harness::{Client, Seen, decline, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn books(effects: &Effects) -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{name} {hold}"))
}

#[mrtr_tool(version = 2, accept = [1])]
async fn books_a_seat(effects: &Effects) -> Result<String, Refused> {
    let seat = ask_elicit!(String, "Seat?").await?;
    let name = ask_elicit!(String, "Name?").await?;
    let hold = capture!(effects.run("hold"));
    let meal = ask_elicit!(String, "Meal?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{name} {hold} {seat} {meal}"))
}

#[tokio::test]
async fn a53_an_inserted_ask_takes_no_answer_of_another_and_all_others_are_kept() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| books(flow, &effects).await;
    let new = async |flow: &Flow| books_a_seat(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    client
        .send(json!({"name": value("Ann")}), old)
        .await
        .asked();
    let seat = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(
        (seat.asked(), seat.message("seat")),
        (vec!["seat"], "Seat?")
    );
    let meal = client.send(json!({"seat": value("4a")}), new).await;
    assert_eq!(meal.asked(), ["meal"]);
    let done = client.send(json!({"meal": value("fish")}), new).await;
    assert_eq!(done.complete(), Ok("Ann 1 4a fish".to_owned()));
    assert_eq!(effects.done(), ["hold"]);
}

#[tokio::test]
async fn a53_a_removed_ask_is_logged_with_its_key_and_changes_nothing() {
    let mut client = Client::new();
    let long = async |flow: &Flow| books_without_captures(flow).await;
    let short = async |flow: &Flow| books_by_name(flow).await;
    client.send(json!(null), long).await.asked();
    client
        .send(json!({"seat": value("4a")}), long)
        .await
        .asked();
    let sent = client.send(json!({"name": value("Ann")}), short);
    let (done, log) = logged(sent).await;
    assert_eq!(done.complete(), Ok("Ann".to_owned()));
    assert!(log.contains("not reached") && log.contains("seat"), "{log}");
}

#[mrtr_tool]
async fn books_without_captures() -> Result<String, Refused> {
    let seat = ask_elicit!(String, "Seat?").await?;
    let name = ask_elicit!(String, "Name?").await?;
    Ok(name + &seat)
}

#[mrtr_tool]
async fn books_by_name() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    Ok(name)
}

#[mrtr_tool]
async fn two_names() -> Result<String, Refused> {
    let from = ask_elicit!(String, key = "from", "Account?").await?;
    let to = ask_elicit!(String, key = "to", "Account?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{from} to {to}"))
}

#[mrtr_tool]
async fn two_other_names() -> Result<String, Refused> {
    let from = ask_elicit!(String, key = "source", "Account?").await?;
    let to = ask_elicit!(String, key = "target", "Account?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{from} to {to}"))
}

#[mrtr_tool]
async fn two_names_the_other_way_round() -> Result<String, Refused> {
    let to = ask_elicit!(String, key = "to", "Account?").await?;
    let from = ask_elicit!(String, key = "from", "Account?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{from} to {to}"))
}

async fn answered_both() -> Client {
    let mut client = Client::new();
    let old = async |flow: &Flow| two_names(flow).await;
    client.send(json!(null), old).await.asked();
    client.send(json!({"from": value("1")}), old).await.asked();
    client.send(json!({"to": value("2")}), old).await.asked();
    client
}

#[tokio::test]
async fn a53_a_renamed_key_is_another_question_though_it_reads_the_same() {
    let mut client = answered_both().await;
    let new = async |flow: &Flow| two_other_names(flow).await;
    let asked = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(
        (asked.asked(), asked.message("source")),
        (vec!["source"], "Account?")
    );
    client
        .send(json!({"source": value("3")}), new)
        .await
        .asked();
    let (done, log) = logged(client.send(json!({"target": value("4")}), new)).await;
    assert_eq!(done.complete(), Ok("3 to 4".to_owned()));
    assert!(log.contains("from") && log.contains("to"), "{log}");
}

#[tokio::test]
async fn a53_asks_in_another_order_keep_their_answers() {
    let mut client = answered_both().await;
    let new = async |flow: &Flow| two_names_the_other_way_round(flow).await;
    let done = client.send(json!({"sure": yes()}), new).await;
    assert_eq!(done.complete(), Ok("1 to 2".to_owned()));
}

#[tokio::test]
async fn a53_a_decline_of_the_old_version_counts_for_the_same_question_of_the_new_one() {
    let mut client = answered_both().await;
    let new = async |flow: &Flow| two_names_the_other_way_round(flow).await;
    let done = client.send(json!({"sure": decline()}), new).await;
    let key = "sure".to_owned();
    assert_eq!(done.complete(), Err(Refused::declined(key)));
}
