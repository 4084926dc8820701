//! A question that reads differently in the new version, or has another form.

use mrtr_runtime::prelude::*;
use serde_json::json;

use super::{Effects, UPDATED};
use crate::harness::{Client, Seen, accept, cancel, decline, value, yes};

#[mrtr_tool]
async fn clear_draft(effects: &Effects) -> Result<usize, Refused> {
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Clear the draft?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn clear_all(effects: &Effects) -> Result<usize, Refused> {
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Clear everything?").await?;
    Ok(hold)
}

#[mrtr_tool(version = 2, accept = [1])]
async fn clear_all_after_the_draft(effects: &Effects) -> Result<usize, Refused> {
    let hold = capture!(effects.run("hold"));
    ask_confirm!(key = "sure", "Clear everything?").await?;
    Ok(hold)
}

#[tokio::test]
async fn a53_a_reworded_question_behind_a_capture_ends_the_flow_and_captures_nothing_again() {
    for answer in [yes(), decline(), cancel()] {
        let (mut client, effects) = (Client::new(), Effects::default());
        let old = async |flow: &Flow| clear_draft(flow, &effects).await;
        client.send(json!(null), old).await.asked();
        let new = async |flow: &Flow| clear_all(flow, &effects).await;
        let ended = client.send(json!({"sure": answer}), new).await;
        assert_eq!(ended.text(), UPDATED);
        assert_eq!(effects.done(), ["hold"]);
    }
}

#[tokio::test]
async fn a53_a_version_that_accepts_the_old_one_keeps_its_capture_and_asks_the_reworded_question_again()
 {
    for answer in [yes(), decline(), cancel()] {
        let (mut client, effects) = (Client::new(), Effects::default());
        let old = async |flow: &Flow| clear_draft(flow, &effects).await;
        client.send(json!(null), old).await.asked();
        let new = async |flow: &Flow| clear_all_after_the_draft(flow, &effects).await;
        let again = client.send(json!({"sure": answer}), new).await;
        assert_eq!(again.asked(), ["sure"]);
        assert_eq!(
            again.message("sure"),
            "This has changed since you were asked.\n\nClear everything?"
        );
        let done = client.send(json!({"sure": yes()}), new).await;
        assert_eq!(done.complete(), Ok(1));
        assert_eq!(effects.done(), ["hold"]);
    }
}

#[tokio::test]
async fn a53_a_reworded_question_that_nobody_has_answered_is_asked_without_a_word_about_it() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| clear_draft(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let new = async |flow: &Flow| clear_all_after_the_draft(flow, &effects).await;
    let again = client.send(json!({}), new).await;
    assert_eq!(again.message("sure"), "Clear everything?");
}

#[derive(Elicit)]
struct OldAddress {
    /// City
    city: String,
}

#[derive(Elicit)]
struct NewAddress {
    /// City
    city: String,
    /// Country
    country: String,
}

#[mrtr_tool]
async fn send_to_city() -> Result<String, Refused> {
    let address = ask_elicit!(OldAddress, "Where to?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(address.city)
}

#[mrtr_tool]
async fn send_to_country() -> Result<String, Refused> {
    let address = ask_elicit!(NewAddress, "Where to?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(address.city + ", " + &address.country)
}

#[tokio::test]
async fn a53_a_form_with_another_field_is_asked_again_before_and_after_its_answer_was_used() {
    let oslo = || accept(json!({"city": "Oslo"}));
    let norway = accept(json!({"city": "Bergen", "country": "Norway"}));
    let old = async |flow: &Flow| send_to_city(flow).await;
    let new = async |flow: &Flow| send_to_country(flow).await;
    for is_used in [false, true] {
        let mut client = Client::new();
        client.send(json!(null), old).await.asked();
        if is_used {
            client.send(json!({"address": oslo()}), old).await.asked();
        }
        let answers = if is_used {
            json!({})
        } else {
            json!({"address": oslo()})
        };
        let again = client.send(answers, new).await;
        assert_eq!(again.asked(), ["address"]);
        assert!(again.message("address").starts_with("This has changed"));
        // The old form does not do any more.
        let again = client.send(json!({"address": oslo()}), new).await;
        assert!(again.message("address").contains("Country"), "{again:?}");
        client.send(json!({"address": norway}), new).await.asked();
        let done = client.send(json!({"sure": yes()}), new).await;
        assert_eq!(done.complete(), Ok("Bergen, Norway".to_owned()));
    }
}

#[mrtr_tool]
async fn one_then_two() -> Result<String, Refused> {
    let first = ask_elicit!(String, "First?").await?;
    let second = ask_elicit!(String, "Second?").await?;
    let third = ask_elicit!(String, "Third?").await?;
    Ok(first + &second + &third)
}

#[mrtr_tool]
async fn another_second() -> Result<String, Refused> {
    let first = ask_elicit!(String, "First?").await?;
    let second = ask_elicit!(String, "Second, and why?").await?;
    let third = ask_elicit!(String, "Third?").await?;
    Ok(first + &second + &third)
}

#[tokio::test]
async fn a53_what_was_answered_ahead_of_a_reworded_question_is_kept_and_what_came_after_it_goes() {
    let mut client = Client::new();
    let old = async |flow: &Flow| one_then_two(flow).await;
    let new = async |flow: &Flow| another_second(flow).await;
    client.send(json!(null), old).await.asked();
    client.send(json!({"first": value("a")}), old).await.asked();
    client
        .send(json!({"second": value("b")}), old)
        .await
        .asked();
    let again = client.send(json!({"third": value("c")}), new).await;
    assert_eq!(again.asked(), ["second"], "the first is kept");
    // The third came when the old second was on the screen.
    let third = client.send(json!({"second": value("d")}), new).await;
    assert_eq!(third.asked(), ["third"]);
    let done = client.send(json!({"third": value("e")}), new).await;
    assert_eq!(done.complete(), Ok("ade".to_owned()));
}
