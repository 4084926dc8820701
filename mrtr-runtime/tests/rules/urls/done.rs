//! What goes on, and when.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use serde_json::json;
use tokio::time::Instant;

use super::{PAGE, Page, address, opened, pay};
use crate::harness::{Client, NONE, Seen, cancel, decline, value, yes};
use crate::logs::logged;

#[tokio::test]
async fn a72_a_page_is_asked_for_by_message_and_address_alone() {
    let page = Page::default();
    let asked = Client::new()
        .send(json!(null), async |flow: &Flow| pay(flow, &page).await)
        .await;
    let Reply::InputRequired(open) = asked else {
        panic!("{asked:?}")
    };
    assert_eq!(open.requests[0].0, "receipt");
    let params = json!({"mode": "url", "message": "Pay the order", "url": PAGE});
    assert_eq!(
        serde_json::to_value(&open.requests[0].1).unwrap(),
        json!({"method": "elicitation/create", "params": params})
    );
}

#[tokio::test]
async fn a_page_that_is_done_is_not_asked_for_whatever_the_client_can_do() {
    let page = Page::default();
    page.pay();
    let mut client = Client::new();
    client.capabilities = NONE;
    let handler = async |flow: &Flow| pay(flow, &page).await;
    let done = client.send(json!(null), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
    assert_eq!(page.looks(), 1);
}

#[tokio::test]
async fn a25_a_page_is_asked_of_a_client_that_opens_pages() {
    let page = Page::default();
    let mut client = Client::new();
    client.capabilities.url = false;
    let handler = async |flow: &Flow| pay(flow, &page).await;
    let failed = client.send(json!(null), handler).await;
    let Reply::Failed(mrtr_runtime::Failure::Rpc(error)) = failed else {
        panic!("{failed:?}")
    };
    assert_eq!(error.code, -32021);
    assert_eq!(
        error.data,
        Some(json!({"requiredCapabilities": {"elicitation": {"url": {}}}}))
    );
}

#[mrtr_tool]
async fn captures(page: &Page) -> Result<u32, Refused> {
    let order = capture!(7);
    ask_url!(
        PAGE,
        key = "pay",
        until = page.receipt().await,
        "Pay {order}"
    )
    .await?;
    Ok(order)
}

#[tokio::test]
async fn a_page_that_is_done_needs_no_client_that_opens_pages_for_a_capture_either() {
    let page = Page::default();
    page.pay();
    let mut client = Client::new();
    client.capabilities = NONE;
    let done = client
        .send(json!(null), async |flow: &Flow| captures(flow, &page).await)
        .await;
    assert_eq!(done.complete(), Ok(7));
}

#[tokio::test]
async fn a_yes_goes_on_with_what_came_of_the_page() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &page).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["receipt"]);
    page.pay();
    let (done, log) = logged(client.send(json!({"receipt": opened()}), handler)).await;
    assert_eq!(done.complete(), Ok("R-7"));
    assert!(!log.contains("WARN"), "its consent is no leftover: {log}");
}

#[tokio::test(start_paused = true)]
async fn a_retry_that_answers_nothing_goes_on_if_the_page_is_done_and_is_asked_at_once_if_not() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let started = Instant::now();
    let again = client.send(json!({}), handler).await;
    assert_eq!(again.asked(), ["receipt"]);
    assert_eq!(again.message("receipt"), "Pay the order");
    assert_eq!(started.elapsed(), Duration::ZERO);
    page.pay();
    let done = client.send(json!({}), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
}

#[mrtr_tool]
async fn pay_and_sign(page: &Page) -> Result<String, Refused> {
    let paid = ask_url!(PAGE, until = page.receipt().await, "Pay").await;
    let paid = match paid {
        Ok(receipt) => receipt,
        Err(Refused::Declined { .. }) => "declined",
        Err(Refused::Cancelled { .. }) => "cancelled",
    };
    let name = ask_elicit!(String, "Your name?").await?;
    let sure = ask_confirm!(key = "sure", "Sure?").await.is_ok();
    Ok(format!("{paid} {name} {sure}"))
}

#[tokio::test]
async fn a23_a_no_stays_whatever_the_page_says_later() {
    for (answer, word) in [(decline(), "declined"), (cancel(), "cancelled")] {
        let page = Page::default();
        let mut client = Client::new();
        let handler = async |flow: &Flow| pay_and_sign(flow, &page).await;
        assert_eq!(client.send(json!(null), handler).await.asked(), ["paid"]);
        page.pay();
        let asked = client.send(json!({"paid": answer}), handler).await;
        assert_eq!(asked.asked(), ["name"]);
        let asked = client.send(json!({"name": value("Ann")}), handler).await;
        assert_eq!(asked.asked(), ["sure"]);
        let done = client.send(json!({"sure": yes()}), handler).await;
        let text = done.complete().unwrap();
        assert_eq!(text, format!("{word} Ann true"));
    }
}

#[tokio::test]
async fn a_page_is_looked_at_in_every_round_and_asked_for_again_when_it_is_undone() {
    let page = Page::default();
    page.pay();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay_and_sign(flow, &page).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
    page.forget();
    let asked = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(asked.asked(), ["paid"]);
    assert_eq!(asked.message("paid"), "Pay", "it was never asked for");
    page.pay();
    let asked = client.send(json!({"paid": opened()}), handler).await;
    assert_eq!(asked.asked(), ["sure"]);
    let done = client.send(json!({"sure": decline()}), handler).await;
    assert_eq!(done.complete().unwrap(), "R-7 Ann false");
}

#[mrtr_tool]
async fn changing(page: &Page, address: String) -> Result<&'static str, Refused> {
    ask_url!(address, key = "pay", until = page.receipt().await, "Pay").await
}

#[tokio::test]
async fn a_consent_to_one_address_is_none_to_another() {
    let page = Page::default();
    let mut client = Client::new();
    let of = |address: &'static str| {
        let page = &page;
        async move |flow: &Flow| changing(flow, page, address.to_owned()).await
    };
    let first = of("https://pay.example.com/1");
    client.send(json!(null), first).await.asked();
    let asked = client
        .send(json!({"pay": opened()}), of("https://pay.example.com/2"))
        .await;
    assert_eq!(
        asked.message("pay"),
        "This has changed since you were asked.\n\nPay"
    );
    assert_eq!(address(&asked), "https://pay.example.com/2");
    // Nor is a no.
    let asked = client
        .send(json!({"pay": decline()}), of("https://pay.example.com/3"))
        .await;
    assert_eq!(asked.asked(), ["pay"]);
}

#[tokio::test]
async fn a71_an_address_that_is_made_anew_in_each_round_ends_the_flow() {
    let page = Page::default();
    let mut client = Client::new();
    let mut texts = Vec::new();
    for round in 0..4 {
        let address = format!("https://pay.example.com/{round}");
        let handler = async |flow: &Flow| changing(flow, &page, address).await;
        let answers = if round == 0 {
            json!(null)
        } else {
            json!({"pay": opened()})
        };
        texts.push(format!("{:?}", client.send(answers, handler).await));
    }
    assert!(
        texts[3].contains("came out differently in each round"),
        "{texts:?}"
    );
}

#[mrtr_tool]
async fn keyed(flow: &Flow, page: &Page, order: u32) -> Result<&'static str, Refused> {
    let address = format!("https://pay.example.com/{}", flow.key("pay", &order));
    ask_url!(address, key = "pay", until = page.receipt().await, "Pay").await
}

#[tokio::test]
async fn a71_an_address_of_the_flow_is_one_in_all_its_rounds_and_no_others() {
    let page = Page::default();
    let handler = async |flow: &Flow| keyed(flow, &page, 42).await;
    let (mut one, mut other) = (Client::new(), Client::new());
    let first = address(&one.send(json!(null), handler).await);
    let again = address(&one.send(json!({}), handler).await);
    let others = address(&other.send(json!(null), handler).await);
    assert_eq!(first, again);
    assert_ne!(first, others);
}
