//! A retry that comes too early is held open.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Limits};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::{PAGE, Page, address, opened, pay};
use crate::harness::{Client, Seen};
use crate::logs::logged;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn a70_a64_a_retry_that_comes_too_early_is_held_open_and_asked_the_same_again() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    for early in 1..=3 {
        let started = Instant::now();
        let looks = page.looks();
        let again = client.send(json!({"receipt": opened()}), handler).await;
        assert_eq!(started.elapsed(), 20 * SECOND, "{early}");
        // After 0, 1/4, 3/4, 7/4, 15/4 seconds, every two seconds from there, and at the end.
        assert_eq!(page.looks() - looks, 14);
        assert_eq!(again.asked(), ["receipt"]);
        assert_eq!(address(&again), PAGE);
        assert_eq!(
            again.message("receipt"),
            "This is not done yet.\n\nPay the order"
        );
    }
    let counters = client.mrtr.counters();
    assert_eq!(counters.get(Counter::AskedAgain, "not_done"), 3);
    assert_eq!(counters.get(Counter::Asked, "url"), 4);
    page.pay();
    let done = client.send(json!({"receipt": opened()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
}

#[tokio::test(start_paused = true)]
async fn a_held_request_goes_on_when_the_page_is_done() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let started = Instant::now();
    let paying = async {
        sleep(9 * SECOND).await;
        page.pay();
    };
    let (done, ()) = tokio::join!(client.send(json!({"receipt": opened()}), handler), paying);
    assert_eq!(done.complete(), Ok("R-7"));
    assert!(started.elapsed() <= 11 * SECOND, "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn the_last_look_is_at_the_end() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let paying = async {
        sleep(20 * SECOND - Duration::from_millis(100)).await;
        page.pay();
    };
    let (done, ()) = tokio::join!(client.send(json!({"receipt": opened()}), handler), paying);
    assert_eq!(done.complete(), Ok("R-7"));
}

#[tokio::test(start_paused = true)]
async fn how_long_is_a_limit_and_never_longer_than_a_round() {
    let limits = |hold_open, round_time| Limits {
        hold_open: hold_open * SECOND,
        round_time: round_time * SECOND,
        ..Limits::default()
    };
    for (limits, held) in [(limits(3, 60), 3), (limits(0, 60), 0), (limits(20, 5), 5)] {
        let page = Page::default();
        let mut client = Client::with(limits);
        let handler = async |flow: &Flow| pay(flow, &page).await;
        client.send(json!(null), handler).await.asked();
        let started = Instant::now();
        let again = client.send(json!({"receipt": opened()}), handler).await;
        assert_eq!(again.asked(), ["receipt"]);
        assert_eq!(started.elapsed(), held * SECOND);
    }
}

#[tokio::test(start_paused = true)]
async fn r13_a_client_that_goes_away_is_not_waited_for() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let request = client.request(json!({"receipt": opened()}));
    let started = Instant::now();
    let gone = client
        .send_request(request.cancelled(sleep(SECOND)), handler)
        .await;
    assert_eq!(gone.code(), -32603);
    assert_eq!(started.elapsed(), SECOND);
    page.pay();
    let done = client.send(json!({"receipt": opened()}), handler).await;
    assert_eq!(done.complete(), Ok("R-7"));
}

#[tokio::test(start_paused = true)]
async fn each_time_it_is_asked_again_is_a_round_of_the_flow() {
    let limits = Limits {
        requests: 3,
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    let page = Page::default();
    let mut client = Client::with(limits);
    let handler = async |flow: &Flow| pay(flow, &page).await;
    client.send(json!(null), handler).await.asked();
    let answer = || json!({"receipt": opened()});
    client.send(answer(), handler).await.asked();
    let ended = client.send(answer(), handler).await;
    assert!(ended.text().contains("(`requests`)"), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn a72_r8_a_consent_holds_nothing_of_what_came_with_it() {
    let mut bytes = Vec::new();
    for content in [json!(null), json!({"token": "canary"})] {
        let page = Page::default();
        let mut client = Client::new();
        let handler = async |flow: &Flow| super::joined::pay_and_name(flow, &page).await;
        client.send(json!(null), handler).await.asked();
        let answer = json!({"action": "accept", "content": content, "_meta": content});
        let (asked, log) = logged(client.send(json!({"paid": answer}), handler)).await;
        assert_eq!(asked.asked(), ["name"], "the consent waits in the state");
        assert!(!log.contains("canary"), "{log}");
        bytes.push(client.state.unwrap().len());
    }
    assert_eq!(bytes[0], bytes[1]);
}
