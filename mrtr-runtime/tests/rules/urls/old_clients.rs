//! R16: pages and clients that are asked by request.

use std::sync::Mutex;
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Answering, Completing, Dialog, DialogAnswer, InputRequest};
use serde_json::json;
use tokio::time::Instant;

use super::looks::{HANGS, Provider, pay_live};
use super::{Page, opened};
use crate::harness::{Client, Seen, yes};

#[mrtr_tool]
async fn pay_and_confirm(page: &Page) -> Result<&'static str, Refused> {
    let receipt = ask_url!(super::PAGE, until = page.receipt().await, "Pay").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(receipt)
}

/// Opens every page, and writes down what happens.
#[derive(Default)]
struct Opens(Mutex<Vec<String>>);

impl Opens {
    fn note(&self, what: &str, keys: &[String]) {
        self.0
            .lock()
            .unwrap()
            .push(format!("{what} {}", keys.join(" ")));
    }
}

impl Dialog for Opens {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let (keys, requests): (Vec<_>, Vec<_>) = requests.into_iter().unzip();
        self.note("asked", &keys);
        let answer = |request| match request {
            InputRequest::ElicitUrl { .. } => opened(),
            _ => yes(),
        };
        let answers = requests.into_iter().map(answer);
        let answers = keys.into_iter().zip(answers);
        let answers = answers.map(|(key, answer)| DialogAnswer::new(key, answer));
        let answers = answers.collect();
        Box::pin(async { Ok(answers) })
    }

    fn completed(&self, keys: Vec<String>) -> Completing<'_> {
        self.note("done", &keys);
        Box::pin(async {})
    }
}

#[mrtr_tool]
async fn pay_two(rent: &Page, power: &Page) -> Result<String, Refused> {
    let (rent, power) = tokio::join!(
        ask_url!(
            super::PAGE,
            key = "rent",
            until = rent.receipt().await,
            "Rent"
        ),
        ask_url!(
            super::PAGE,
            key = "power",
            until = power.receipt().await,
            "Power"
        ),
    );
    Ok(format!("{} {}", rent?, power?))
}

async fn serve(page: &Page) -> (Vec<String>, Reply<Result<&'static str, Refused>>) {
    let client = Client::new();
    let dialog = Opens::default();
    let function = __mrtr_function_pay_and_confirm();
    let serving = client
        .mrtr
        .serve_live(client.request(json!(null)), function, &dialog, |flow| {
            pay_and_confirm_part(flow.body(), page)
        });
    let reply = serving.await;
    (dialog.0.into_inner().unwrap(), reply)
}

#[tokio::test(start_paused = true)]
async fn r16_an_old_client_is_asked_again_after_the_wait_and_told_once_that_the_page_is_done() {
    // The first look, 14 of the first wait, and some of the second.
    let page = Page::done_at(20);
    let started = Instant::now();
    let (log, done) = serve(&page).await;
    assert_eq!(done.complete(), Ok("R-7"));
    let expected = [
        "asked receipt",
        "asked receipt",
        "done receipt",
        "asked sure",
    ];
    assert_eq!(log, expected);
    let elapsed = started.elapsed();
    let range = Duration::from_secs(20)..Duration::from_secs(40);
    assert!(range.contains(&elapsed), "{elapsed:?}");
}

#[tokio::test]
async fn r16_an_old_client_is_told_nothing_of_a_page_that_it_was_not_asked_for() {
    let page = Page::default();
    page.pay();
    let (log, done) = serve(&page).await;
    assert_eq!(done.complete(), Ok("R-7"));
    assert_eq!(log, ["asked sure"]);
}

#[tokio::test(start_paused = true)]
async fn r16_an_old_client_is_told_once_of_each_of_two_pages_that_it_was_asked_for_twice() {
    let (rent, power) = (Page::done_at(20), Page::done_at(20));
    let client = Client::new();
    let dialog = Opens::default();
    let function = __mrtr_function_pay_two();
    let serving = client
        .mrtr
        .serve_live(client.request(json!(null)), function, &dialog, |flow| {
            pay_two_part(flow.body(), &rent, &power)
        });
    assert_eq!(serving.await.complete(), Ok("R-7 R-7".to_owned()));
    let log = dialog.0.into_inner().unwrap();
    // The branches of a `join!` take turns at who comes first.
    assert!(log[..2].iter().all(|asked| asked.starts_with("asked ")));
    assert_eq!(log[2..], ["done power rent"], "{log:?}");
}

#[tokio::test(start_paused = true)]
async fn r16_a_look_that_hangs_ends_with_the_hold_for_an_old_client_too() {
    let provider = Provider::taking(&[0, HANGS, 0, HANGS]);
    let (client, dialog, started) = (Client::new(), Opens::default(), Instant::now());
    let done = pay_live(&client, &dialog, &provider).await;
    assert_eq!(done.complete(), Ok("R-7"));
    let log = dialog.0.into_inner().unwrap();
    let expected = [
        "asked receipt",
        "asked receipt",
        "asked receipt",
        "done receipt",
    ];
    assert_eq!(log, expected);
    assert_eq!(started.elapsed(), Duration::from_secs(40));
}
