//! Which addresses are asked for.

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Limits, SettingsError};
use serde_json::json;

use super::{Page, address, opened};
use crate::harness::{Client, Seen, TestClock};
use crate::logs::logged;

#[mrtr_tool]
async fn open(page: &Page, address: &str) -> Result<&'static str, Refused> {
    ask_url!(address, key = "page", until = page.receipt().await, "Open").await
}

#[tokio::test]
async fn a73_an_address_that_may_not_be_sent_ends_the_call_and_the_log_says_why() {
    for (bad, why) in [
        ("javascript:alert(1)", "not `https`"),
        ("http://pay.example.com/?canary=1", "not `https`"),
        ("/canary", "not absolute"),
        (
            "https://canary:canary@pay.example.com/",
            "a user or a password",
        ),
        ("https://canary.example/", "its host is not in"),
    ] {
        let page = Page::default();
        let mut client = Client::new();
        let handler = async |flow: &Flow| open(flow, &page, bad).await;
        let (failed, log) = logged(client.send(json!(null), handler)).await;
        assert_eq!(failed.code(), -32603, "{bad}");
        assert!(!format!("{failed:?}").contains("canary"), "{failed:?}");
        let told = [why, "reason=\"url\"", "key=\"page\"", "addresses.rs"];
        for told in told {
            assert!(log.contains(told), "{bad}: {log}");
        }
        assert!(!log.contains("canary"), "{log}");
        assert_eq!(client.mrtr.counters().get(Counter::Failed, "url"), 1);
        // Nobody is sent there, so it does not matter.
        page.pay();
        let done = Client::new().send(json!(null), handler).await;
        assert_eq!(done.complete(), Ok("R-7"));
    }
}

#[tokio::test]
async fn an_address_is_sent_as_browsers_read_it_and_is_one_question_however_it_is_spelled() {
    let page = Page::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| open(flow, &page, "HTTPS://pay.example.com/\n a").await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(address(&asked), "https://pay.example.com/%20a");
    page.pay();
    let other = async |flow: &Flow| open(flow, &page, "https://pay.example.com/ a").await;
    let done = client.send(json!({"page": opened()}), other).await;
    assert_eq!(done.complete(), Ok("R-7"));
}

#[tokio::test]
async fn the_length_of_an_address_is_a_limit() {
    let limits = Limits {
        url_bytes: 64,
        ..Limits::default()
    };
    let page = Page::default();
    let long = format!("https://pay.example.com/{}", "a".repeat(41));
    let handler = async |flow: &Flow| open(flow, &page, &long).await;
    let (failed, log) = logged(Client::with(limits.clone()).send(json!(null), handler)).await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("more than 64 bytes (`url_bytes`)"), "{log}");
    let fits = async |flow: &Flow| open(flow, &page, &long[..64]).await;
    assert_eq!(
        Client::with(limits).send(json!(null), fits).await.asked(),
        ["page"]
    );
}

#[tokio::test]
async fn pages_of_this_machine_are_for_development_and_without_hosts_there_are_no_others() {
    let page = Page::default();
    let local = async |flow: &Flow| open(flow, &page, "http://localhost:8000/a").await;
    let away = async |flow: &Flow| open(flow, &page, "https://pay.example.com/").await;
    let base = || {
        Mrtr::builder()
            .keys(Keys::new([[7; 32]]).unwrap())
            .audience("rules")
            .single_user()
            .clock(TestClock::new())
    };
    let mut client = Client::new();
    client.mrtr = base().dev_urls().build().unwrap();
    assert_eq!(client.send(json!(null), local).await.asked(), ["page"]);
    client.state = None;
    let (failed, log) = logged(client.send(json!(null), away)).await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("`Mrtr::builder().url_hosts("), "{log}");
    let wrong = base()
        .url_hosts(["pay.example.com", "https://x.example"])
        .build();
    assert_eq!(wrong.unwrap_err(), SettingsError::UrlHost(2));
}

#[mrtr_tool]
async fn shows(page: &Page, order: &str) -> Result<&'static str, Refused> {
    ask_url!(
        super::PAGE,
        key = "page",
        until = page.receipt().await,
        "Pay {order}"
    )
    .await
}

#[tokio::test]
async fn a73_what_a_model_wrote_cannot_make_the_message_read_as_another() {
    let page = Page::default();
    let handler = async |flow: &Flow| shows(flow, &page, "7\u{1b}[2K\nOpen \u{202e}").await;
    let asked = Client::new().send(json!(null), handler).await;
    assert_eq!(asked.message("page"), r"Pay 7\u{1b}[2K\u{a}Open \u{202e}");
}
