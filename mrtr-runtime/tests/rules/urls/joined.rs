//! Pages beside other asks.

use std::rc::Rc;
use std::time::Duration;

use mrtr_runtime::prelude::*;
use serde_json::json;
use tokio::time::Instant;

use super::{Page, opened};
use crate::harness::{Client, Seen, decline, value};

#[mrtr_tool]
async fn two(first: &Page, second: &Page) -> Result<(&'static str, &'static str), Refused> {
    let (one, other) = tokio::join!(
        ask_url!(
            "https://pay.example.com/1",
            until = first.receipt().await,
            "One"
        ),
        ask_url!(
            "https://pay.example.com/2",
            until = second.receipt().await,
            "Two"
        ),
    );
    Ok((one?, other?))
}

/// In the order of the alphabet: a `join!` begins with another of its branches each time.
fn keys<R: std::fmt::Debug>(reply: &Reply<R>) -> Vec<&str> {
    let mut keys = reply.asked();
    keys.sort_unstable();
    keys
}

#[tokio::test(start_paused = true)]
async fn pages_side_by_side_are_one_round_and_held_open_together() {
    let (first, second) = (Page::default(), Page::default());
    let mut client = Client::new();
    let handler = async |flow: &Flow| two(flow, &first, &second).await;
    assert_eq!(
        keys(&client.send(json!(null), handler).await),
        ["one", "other"]
    );
    let both = || json!({"one": opened(), "other": opened()});
    let started = Instant::now();
    let again = client.send(both(), handler).await;
    assert_eq!(keys(&again), ["one", "other"]);
    assert_eq!(started.elapsed(), Duration::from_secs(20));
    // One of them is done.
    first.pay();
    let again = client.send(both(), handler).await;
    assert_eq!(again.asked(), ["other"]);
    second.pay();
    let done = client.send(json!({"other": opened()}), handler).await;
    assert_eq!(done.complete(), Ok(("R-7", "R-7")));
}

/// rmcp's handlers move between threads.
#[tokio::test]
async fn a_page_may_move_between_threads() {
    fn moves<T: Send>(future: T) -> T {
        future
    }
    let (first, second) = (Page::default(), Page::default());
    let handler = async |flow: &Flow| moves(stays(flow, &first)).await;
    assert_eq!(
        Client::new().send(json!(null), handler).await.asked(),
        ["receipt"]
    );
    let handler = async |flow: &Flow| moves(two(flow, &first, &second)).await;
    assert_eq!(
        Client::new().send(json!(null), handler).await.asked().len(),
        2
    );
}

fn shared(receipt: &str) -> Result<Rc<str>, Box<dyn std::error::Error>> {
    Ok(receipt.into())
}

/// What `until` gives, and its error, stay on one thread.
#[mrtr_tool]
async fn stays(page: &Page) -> Result<usize, Box<dyn std::error::Error>> {
    let receipt = ask_url!(
        super::PAGE,
        until = page.receipt().await.map(shared).transpose()?,
        "Pay"
    )
    .await?;
    Ok(receipt.len())
}

/// The page is asked for first; the name once the page was consented to.
#[mrtr_tool]
pub async fn pay_and_name(page: &Page) -> Result<String, Refused> {
    let seen = page.looks();
    let (paid, name) = tokio::join!(
        ask_url!(super::PAGE, until = page.receipt().await, "Pay"),
        async {
            if seen == 0 {
                return Ok(String::new());
            }
            ask_elicit!(String, key = "name", "Your name?").await
        }
    );
    Ok(format!("{} {}", paid?, name?))
}

#[tokio::test(start_paused = true)]
async fn a_question_beside_a_held_page_is_asked_at_once_and_the_consent_waits() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay_and_name(flow, &page).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["paid"]);
    let started = Instant::now();
    let asked = client.send(json!({"paid": opened()}), handler).await;
    assert_eq!(asked.asked(), ["name"], "the page was consented to");
    assert_eq!(started.elapsed(), Duration::ZERO);
    // The consent of the round before holds this one open.
    let paying = async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        page.pay();
    };
    let (done, ()) = tokio::join!(client.send(json!({"name": value("Ann")}), handler), paying);
    assert_eq!(done.complete(), Ok("R-7 Ann".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_no_beside_a_held_page_is_seen_at_once_by_try_join() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| either(flow, &page).await;
    assert_eq!(
        keys(&client.send(json!(null), handler).await),
        ["name", "pay"]
    );
    let started = Instant::now();
    let answers = json!({"pay": opened(), "name": decline()});
    let done = client.send(answers, handler).await;
    let key = "name".to_owned();
    assert_eq!(done.complete(), Err(Refused::declined(key)));
    assert_eq!(started.elapsed(), Duration::ZERO);
}

#[mrtr_tool]
async fn either(page: &Page) -> Result<(), Refused> {
    tokio::try_join!(
        ask_elicit!(String, key = "name", "Your name?"),
        ask_url!(
            super::PAGE,
            key = "pay",
            until = page.receipt().await,
            "Pay"
        ),
    )?;
    Ok(())
}

#[mrtr_tool]
async fn each(pages: &[Page]) -> Result<usize, Refused> {
    let asks = pages.iter().enumerate().map(|(number, page)| async move {
        let address = format!("https://pay.example.com/{number}");
        ask_url!(
            address,
            key = "pay",
            of = number,
            until = page.receipt().await,
            "Pay {number}"
        )
        .await
    });
    let paid = futures_util::future::join_all(asks).await;
    Ok(paid.into_iter().collect::<Result<Vec<_>, _>>()?.len())
}

#[tokio::test(start_paused = true)]
async fn as_many_pages_as_there_are_items_are_one_round() {
    let pages = [Page::default(), Page::default(), Page::default()];
    let mut client = Client::new();
    let handler = async |flow: &Flow| each(flow, &pages).await;
    let asked = client.send(json!(null), handler).await;
    let keys: Vec<String> = asked.asked().into_iter().map(str::to_owned).collect();
    assert_eq!(keys.len(), 3, "{keys:?}");
    pages.iter().for_each(Page::pay);
    let done = client
        .send(json!({keys[0].as_str(): opened()}), handler)
        .await;
    assert_eq!(done.complete(), Ok(3));
}
