//! Links to a page of the server's own, which open for the person who called.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Limits, Link, LinkError};
use serde_json::json;

use crate::harness::{Client, Seen, TestClock, decline, value};
use crate::logs::logged;
use crate::urls::{Page, address};

#[mrtr_tool]
async fn connect(flow: &Flow, page: &Page) -> Result<String, Refused> {
    let link = format!("https://pay.example.com/connect?link={}", flow.link());
    let name = ask_elicit!(String, "Your name?").await?;
    ask_url!(
        link,
        key = "connect",
        until = page.receipt().await,
        "Connect, {name}"
    )
    .await?;
    Ok(flow.id())
}

fn ann() -> Principal {
    Principal::new("https://login.example", "ann").scope("tenant-7")
}

fn client() -> Client {
    let mut client = Client::new();
    client.principal = ann().client("desktop");
    client
}

/// The link in the address that the client is asked to open.
async fn link(client: &mut Client, page: &Page) -> String {
    let handler = async |flow: &Flow| connect(flow, page).await;
    client.send(json!(null), handler).await.asked();
    let asked = client.send(json!({"name": value("Ann")}), handler).await;
    let address = address(&asked);
    address.split_once("link=").unwrap().1.to_owned()
}

#[tokio::test]
async fn a_link_opens_for_the_person_who_called_whichever_client_they_use() {
    let page = Page::default();
    let mut client = client();
    let link = link(&mut client, &page).await;
    let opened = client.mrtr.open_link(&link, &ann()).unwrap();
    let other_client = ann().client("phone");
    assert_eq!(
        client.mrtr.open_link(&link, &other_client).as_ref(),
        Ok(&opened)
    );
    page.pay();
    let handler = async |flow: &Flow| connect(flow, &page).await;
    let done = client.send(json!({}), handler).await;
    assert_eq!(done.complete(), Ok(opened.flow_id().to_owned()));
}

fn refused(client: &Client, link: &str, visitor: &Principal) -> LinkError {
    client.mrtr.open_link(link, visitor).unwrap_err()
}

#[tokio::test]
async fn a_link_opens_for_nobody_else_and_tells_them_nothing() {
    let page = Page::default();
    let mut client = client();
    let link = link(&mut client, &page).await;
    let others = [
        Principal::new("https://login.example", "bob").scope("tenant-7"),
        Principal::new("https://other.example", "ann").scope("tenant-7"),
        Principal::new("https://login.example", "ann").scope("tenant-8"),
        Principal::new("https://login.example", "ann"),
        Principal::local(),
    ];
    let (errors, log) = logged(async {
        let mut errors: Vec<_> = others
            .iter()
            .map(|other| refused(&client, &link, other))
            .collect();
        errors.push(refused(&client, &link, &Principal::anonymous()));
        errors.push(refused(&client, "m1.AAAAAAAA.AAAA", &ann()));
        errors.push(refused(&client, &client.state.clone().unwrap(), &ann()));
        errors
    })
    .await;
    assert_eq!(errors[..5], [LinkError::OtherPerson; 5]);
    assert_eq!(
        errors[5..],
        [LinkError::Anonymous, LinkError::Invalid, LinkError::Invalid]
    );
    let texts: std::collections::HashSet<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(
        !log.contains(&link) && !log.contains("ann") && !log.contains("bob"),
        "{log}"
    );
    let counters = client.mrtr.counters();
    for (label, count) in [("other_person", 5), ("anonymous", 1), ("invalid", 2)] {
        assert_eq!(counters.get(Counter::LinksRefused, label), count, "{label}");
        assert!(log.contains(&format!("reason=\"{label}\"")), "{log}");
    }
}

#[tokio::test]
async fn a_link_ends_with_its_flow_to_the_millisecond() {
    let page = Page::default();
    let mut client = client();
    let link = link(&mut client, &page).await;
    let time = Limits::default().flow_time;
    client.clock.advance(time - Duration::from_millis(1));
    let opened: Link = client.mrtr.open_link(&link, &ann()).unwrap();
    client.clock.advance(Duration::from_millis(1));
    assert_eq!(refused(&client, &link, &ann()), LinkError::Expired);
    assert_eq!(opened.expires_at(), mrtr_runtime::Clock::now(&client.clock));
    // Somebody else does not even learn that.
    assert_eq!(
        refused(&client, &link, &Principal::local()),
        LinkError::OtherPerson
    );
}

#[tokio::test]
async fn a_link_is_the_same_in_every_round_and_another_in_each_flow() {
    let page = Page::default();
    let mut client = client();
    let first = link(&mut client, &page).await;
    let handler = async |flow: &Flow| connect(flow, &page).await;
    let again = client.send(json!({}), handler).await;
    assert!(address(&again).ends_with(&first));
    assert_eq!(again.message("connect"), "Connect, Ann");
    client
        .send(json!({"connect": decline()}), handler)
        .await
        .complete()
        .unwrap_err();
    client.state = None;
    assert_ne!(link(&mut client, &page).await, first);
}

fn mrtr(keys: &[[u8; 32]], audience: &str) -> Mrtr {
    Mrtr::builder()
        .keys(Keys::new(keys.to_vec()).unwrap())
        .audience(audience)
        .single_user()
        .clock(TestClock::new())
        .build()
        .unwrap()
}

#[tokio::test]
async fn a_link_outlives_a_rotation_and_opens_at_its_own_service_alone() {
    let page = Page::default();
    let link = link(&mut client(), &page).await;
    let (old, new) = ([7; 32], [8; 32]);
    assert!(mrtr(&[new, old], "rules").open_link(&link, &ann()).is_ok());
    for other in [mrtr(&[new], "rules"), mrtr(&[old], "other")] {
        assert_eq!(other.open_link(&link, &ann()), Err(LinkError::Invalid));
    }
}

#[mrtr_tool]
async fn nobody(flow: &Flow) -> String {
    flow.link()
}

#[tokio::test]
async fn a_link_of_somebody_who_is_not_known_opens_for_nobody() {
    let mut client = client();
    client.principal = Principal::anonymous();
    let link = client.send(json!(null), nobody).await.complete();
    for visitor in [
        Principal::anonymous(),
        Principal::anonymous().scope("x"),
        ann(),
    ] {
        assert!(client.mrtr.open_link(&link, &visitor).is_err());
    }
}
