//! R9: records that a finished handler did not come by are logged, and change nothing.

use mrtr_runtime::Counter;
use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::deploys::Effects;
use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn asks(twice: bool) -> Result<&'static str, Refused> {
    if twice {
        let _name = ask_elicit!(String, key = "name", "Name?").await?;
        ask_confirm!(key = "sure", "Sure?").await?;
    }
    Ok("done")
}

#[tokio::test]
async fn r9_an_answer_that_is_not_reached_is_logged_and_the_result_stands() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| asks(flow, true).await)
        .await
        .asked();
    client
        .send(json!({"name": value("4711")}), async |flow| {
            asks(flow, true).await
        })
        .await
        .asked();
    let (done, log) =
        logged(client.send(json!({"sure": yes()}), async |flow| asks(flow, false).await)).await;
    assert_eq!(done.complete(), Ok("done"));
    assert!(log.contains("not reached") && log.contains("name"), "{log}");
    assert!(
        log.contains("r09_unreached.rs") && log.contains("line=14"),
        "{log}"
    );
    assert!(!log.contains("4711"), "{log}");
}

#[tokio::test]
async fn r9_an_answer_that_came_and_was_not_reached_is_logged_too() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| asks(flow, true).await)
        .await
        .asked();
    let (done, log) = logged(client.send(json!({"name": value("4711")}), async |flow| {
        asks(flow, false).await
    }))
    .await;
    assert_eq!(done.complete(), Ok("done"));
    assert!(log.contains("not reached") && log.contains("name"), "{log}");
    assert!(
        log.contains("r09_unreached.rs") && log.contains("line=14"),
        "{log}"
    );
    assert!(!log.contains("4711"), "{log}");
}

/// What was not reached is counted under one label, and under no other.
#[track_caller]
fn is_counted(client: &Client, label: &str) {
    let counters = client.mrtr.counters();
    assert_eq!(counters.get(Counter::Unreached, label), 1, "{label}");
    assert_eq!(counters.total(Counter::Unreached), 1, "{label}");
}

#[mrtr_tool]
async fn reserves(effects: &Effects) -> Result<String, Refused> {
    let hold = capture!(effects.run("4711"));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("hold {hold}"))
}

#[mrtr_tool]
async fn reserves_nothing_any_more(_effects: &Effects) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok("no hold".to_owned())
}

#[tokio::test]
async fn r9_a_removed_capture_is_logged_and_the_result_of_the_new_handler_stands() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| reserves(flow, &effects).await;
    let new = async |flow: &Flow| reserves_nothing_any_more(flow, &effects).await;
    client.send(json!(null), old).await.asked();
    let (done, log) = logged(client.send(json!({"sure": yes()}), new)).await;
    assert_eq!(done.complete(), Ok("no hold".to_owned()));
    let told = "`hold` (in no function of this run) was not reached; the result stands; reached next: `sure` (";
    assert!(log.contains(told), "{log}");
    assert!(!log.contains("4711"), "{log}");
    is_counted(&client, "capture");
    assert_eq!(effects.done(), ["4711"], "once, by the old one");
}

#[mrtr_tool]
async fn asks_for_two_at_once() -> Result<String, Refused> {
    let (name, city) = tokio::join!(
        ask_elicit!(String, key = "name", "Name?"),
        ask_elicit!(String, key = "city", "City?"),
    );
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{} of {}", name?, city?))
}

#[mrtr_tool]
async fn asks_for_one() -> Result<String, Refused> {
    let name = ask_elicit!(String, key = "name", "Name?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(name)
}

/// The new handler has no use for an answer that came, and carries it along to its end.
#[tokio::test]
async fn r9_an_answer_that_is_held_for_a_removed_ask_is_logged_when_the_flow_ends() {
    let mut client = Client::new();
    let old = async |flow: &Flow| asks_for_two_at_once(flow).await;
    let new = async |flow: &Flow| asks_for_one(flow).await;
    assert_eq!(
        client.send(json!(null), old).await.asked(),
        ["name", "city"]
    );
    let both = json!({"name": value("Ann"), "city": value("4711")});
    let (sure, log) = logged(client.send(both, new)).await;
    assert_eq!(sure.asked(), ["sure"]);
    assert!(!log.contains("not reached"), "it may still be: {log}");
    let mut back = client.fork();
    let (done, log) = logged(client.send(json!({"sure": yes()}), new)).await;
    assert_eq!(done.complete(), Ok("Ann".to_owned()));
    let told = "`city` (in no function of this run) was not reached; the result stands; reached next: `sure` (";
    assert!(log.contains(told), "{log}");
    assert!(
        log.contains("Recorded: an answer that came for a later ask."),
        "{log}"
    );
    assert!(!log.contains("4711"), "{log}");
    is_counted(&client, "held_answer");
    // Back at an old instance, it is used.
    let done = back.send(json!({"sure": yes()}), old).await;
    assert_eq!(done.complete(), Ok("Ann of 4711".to_owned()));
}

#[mrtr_tool]
async fn asks_for_two_the_other_way_round() -> Result<String, Refused> {
    let (city, name) = tokio::join!(
        ask_elicit!(String, key = "city", "City?"),
        ask_elicit!(String, key = "name", "Name?"),
    );
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{} of {}", name?, city?))
}

#[tokio::test]
async fn r9_branches_of_a_join_in_another_order_come_by_all_that_was_recorded() {
    let old = async |flow: &Flow| asks_for_two_at_once(flow).await;
    let new = async |flow: &Flow| asks_for_two_the_other_way_round(flow).await;
    let both = || json!({"name": value("Ann"), "city": value("Oslo")});
    // The deploy comes ahead of the answers, or behind them.
    for is_late in [false, true] {
        let mut client = Client::new();
        client.send(json!(null), old).await.asked();
        let sure = match is_late {
            true => client.send(both(), old).await,
            false => client.send(both(), new).await,
        };
        assert_eq!(sure.asked(), ["sure"]);
        let (done, log) = logged(client.send(json!({"sure": yes()}), new)).await;
        assert_eq!(done.complete(), Ok("Ann of Oslo".to_owned()));
        assert!(!log.contains("not reached"), "{log}");
        assert_eq!(client.mrtr.counters().total(Counter::Unreached), 0);
    }
}

#[mrtr_tool]
async fn orders_for(asks: bool) -> Result<String, Refused> {
    let customer = ask_elicit!(String, key = "name", "Who pays?").await?;
    let to = part!(key = "to", addresses(asks)).await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{customer} for {to}"))
}

const OF_THE_PART: u32 = line!() + 4;
#[mrtr_part]
async fn addresses(asks: bool) -> Result<String, Refused> {
    if asks {
        let to = ask_elicit!(String, key = "name", "Who gets it?").await?;
        return Ok(to);
    }
    Ok("nobody".to_owned())
}

#[tokio::test]
async fn r9_of_two_asks_of_one_key_the_one_is_named_that_was_not_reached() {
    let mut client = Client::new();
    let asks = async |flow: &Flow| orders_for(flow, true).await;
    let asks_no_more = async |flow: &Flow| orders_for(flow, false).await;
    client.send(json!(null), asks).await.asked();
    let next = client.send(json!({"name": value("Ann")}), asks).await;
    assert_eq!(next.asked(), ["to.name"]);
    let next = client.send(json!({"to.name": value("Bob")}), asks).await;
    assert_eq!(next.asked(), ["sure"]);
    let (done, log) = logged(client.send(json!({"sure": yes()}), asks_no_more)).await;
    assert_eq!(done.complete(), Ok("Ann for nobody".to_owned()));
    assert!(log.contains("`to.name`"), "{log}");
    assert!(log.contains(&format!("line={OF_THE_PART}")), "{log}");
}
