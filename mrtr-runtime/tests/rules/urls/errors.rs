//! What `until` fails with, and misuses.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use serde_json::json;
use tokio::time::Instant;

use super::{PAGE, Page, opened};
use crate::harness::{Client, Seen, decline};
use crate::logs::logged;

#[derive(Debug, PartialEq)]
enum PayError {
    Bank(&'static str),
    Refused(Refused),
}

impl From<Refused> for PayError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<&'static str> for PayError {
    fn from(text: &'static str) -> Self {
        Self::Bank(text)
    }
}

async fn look(page: &Page, fails: bool) -> Result<Option<&'static str>, &'static str> {
    if fails {
        Err("the bank is down")
    } else {
        Ok(page.receipt().await)
    }
}

#[mrtr_tool]
async fn pay_by_bank(page: &Page, fails: bool) -> Result<&'static str, PayError> {
    let receipt = ask_url!(PAGE, until = look(page, fails).await?, "Pay").await?;
    Ok(receipt)
}

#[tokio::test]
async fn a_look_that_fails_leaves_the_handler_by_its_question_mark() {
    let page = Page::default();
    let mut client = Client::new();
    let failing = async |flow: &Flow| pay_by_bank(flow, &page, true).await;
    let working = async |flow: &Flow| pay_by_bank(flow, &page, false).await;
    let failed = client.send(json!(null), failing).await;
    assert_eq!(failed.complete(), Err(PayError::Bank("the bank is down")));
    let mut client = Client::new();
    client.send(json!(null), working).await.asked();
    let mut other = client.fork();
    let key = "receipt".to_owned();
    let refused = client.send(json!({"receipt": decline()}), working).await;
    assert_eq!(
        refused.complete(),
        Err(PayError::Refused(Refused::declined(key)))
    );
    let failed = other.send(json!({"receipt": opened()}), failing).await;
    assert_eq!(failed.complete(), Err(PayError::Bank("the bank is down")));
}

#[mrtr_tool]
async fn forgets(page: &Page) -> &'static str {
    let ask = ask_url!(PAGE, key = "pay", until = page.receipt().await, "Pay");
    std::hint::black_box(&ask);
    "done"
}

#[tokio::test]
async fn r3_a_page_that_is_never_awaited_fails_the_handler() {
    let page = Page::default();
    page.pay();
    let handler = async |flow: &Flow| forgets(flow, &page).await;
    let (failed, log) = logged(Client::new().send(json!(null), handler)).await;
    assert_eq!(failed.code(), -32603);
    assert!(
        log.contains("never_awaited") && log.contains("pay"),
        "{log}"
    );
}

#[mrtr_tool(allow(timeout))]
async fn pay_soon(page: &Page) -> Result<&'static str, Refused> {
    let ask = ask_url!(PAGE, key = "pay", until = page.receipt().await, "Pay");
    match tokio::time::timeout(Duration::from_secs(9), ask).await {
        Ok(receipt) => receipt,
        Err(_) => Ok("nobody paid while the request was open"),
    }
}

/// R1: nothing that a handler does with an unanswered ask makes a result of it.
#[tokio::test(start_paused = true)]
async fn r1_a_timeout_around_a_page_does_not_fire_before_a_yes() {
    let page = Page::default();
    let handler = async |flow: &Flow| pay_soon(flow, &page).await;
    let mut client = Client::new();
    for answers in [json!(null), json!({})] {
        assert_eq!(client.send(answers, handler).await.asked(), ["pay"]);
    }
}

/// The wait behind a yes is the handler's own, and so is the end that it sets.
#[tokio::test(start_paused = true)]
async fn a_timeout_around_a_page_fires_while_the_request_is_held_open() {
    let page = Page::default();
    let handler = async |flow: &Flow| pay_soon(flow, &page).await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    let started = Instant::now();
    let done = client.send(json!({"pay": opened()}), handler).await;
    assert_eq!(
        done.complete(),
        Ok("nobody paid while the request was open")
    );
    assert_eq!(started.elapsed().as_secs(), 9);
}
