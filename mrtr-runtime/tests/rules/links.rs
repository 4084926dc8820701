//! Links to a page of the server's own, which open for the person who called.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Limits, Link, LinkError};
use serde_json::json;

use crate::harness::{Client, Seen, TestClock, decline, value, yes};
use crate::logs::logged;
use crate::urls::{Page, address, opened};

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
async fn a_link_is_the_same_in_every_round_under_one_key_and_another_in_each_flow() {
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
    server(keys, audience, TestClock::new())
}

fn server(keys: &[[u8; 32]], audience: &str, clock: TestClock) -> Mrtr {
    let limits = Limits {
        requests: 32,
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    Mrtr::builder()
        .keys(Keys::new(keys.to_vec()).unwrap())
        .audience(audience)
        .single_user()
        .url_hosts(["pay.example.com"])
        .limits(limits)
        .clock(clock)
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

/// The rings of three rotations, each in three deploys.
const ROTATIONS: [&[[u8; 32]]; 10] = {
    const A: [u8; 32] = [7; 32];
    const B: [u8; 32] = [8; 32];
    const C: [u8; 32] = [9; 32];
    const D: [u8; 32] = [10; 32];
    [
        &[A],
        &[A, B],
        &[B, A],
        &[B],
        &[B, C],
        &[C, B],
        &[C],
        &[C, D],
        &[D, C],
        &[D],
    ]
};

#[tokio::test]
async fn r4_three_rotations_with_a_page_open_change_no_question_and_lose_no_answer() {
    let page = Page::default();
    let mut client = client();
    client.mrtr = server(ROTATIONS[0], "rules", client.clock.clone());
    link(&mut client, &page).await;
    let handler = async |flow: &Flow| connect(flow, &page).await;
    let mut links = std::collections::HashSet::new();
    for fleet in ROTATIONS.windows(2) {
        // While a deploy rolls out, a flow comes to instances of both kinds.
        for (keys, answers) in [
            (fleet[0], json!({})),
            (fleet[1], json!({"connect": opened()})),
            (fleet[0], json!({"connect": opened()})),
        ] {
            client.mrtr = server(keys, "rules", client.clock.clone());
            let asked = client.send(answers, handler).await;
            assert!(asked.message("connect").ends_with("Connect, Ann"));
            assert!(
                !asked.message("connect").contains("has changed"),
                "{asked:?}"
            );
            let link = address(&asked).split_once("link=").unwrap().1.to_owned();
            for keys in fleet {
                let opened = server(keys, "rules", client.clock.clone()).open_link(&link, &ann());
                assert!(opened.is_ok(), "{opened:?}");
            }
            links.insert(link);
        }
    }
    assert_eq!(links.len(), 4, "one for each key");
    page.pay();
    client.send(json!({}), handler).await.complete().unwrap();
}

#[mrtr_tool]
async fn told(flow: &Flow) -> Result<String, Refused> {
    let captured = capture!(key = "link", flow.link());
    let link = flow.link();
    ask_confirm!(
        key = "sure",
        "Have you been to /a?{link} and /b?{captured}?"
    )
    .await?;
    ask_elicit!(String, key = "then", "And to /{link}?").await
}

#[tokio::test]
async fn r4_a_link_in_a_message_counts_as_one_whatever_key_made_it() {
    let mut client = client();
    let (old, new) = ([7; 32], [8; 32]);
    client.send(json!(null), told).await.asked();
    let rings: [&[[u8; 32]]; 3] = [&[old, new], &[new, old], &[old, new]];
    for keys in rings {
        client.mrtr = server(keys, "rules", client.clock.clone());
        let asked = client.send(json!({}), told).await;
        assert!(asked.message("sure").starts_with("Have"), "{asked:?}");
    }
    let asked = client.send(json!({"sure": yes()}), told).await;
    assert_eq!(asked.asked(), ["then"]);
    client.mrtr = server(&[new, old], "rules", client.clock.clone());
    let done = client.send(json!({"then": value("yes")}), told).await;
    assert_eq!(done.complete(), Ok("yes".to_owned()));
}

#[mrtr_tool]
async fn passed_on(text: &str) -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Go to {text}?").await
}

#[tokio::test]
async fn r4_a_link_of_another_flow_and_what_only_looks_like_one_are_text_like_any_other() {
    let (page, mut other) = (Page::default(), client());
    let foreign = link(&mut other, &page).await;
    other.state = None;
    let another = link(&mut other, &page).await;
    let no_link = format!("m1.{}", "A".repeat(117));
    for (then, now) in [
        (&foreign, &another),
        (&foreign, &no_link),
        (&no_link, &String::new()),
    ] {
        let mut client = client();
        client
            .send(json!(null), async |flow: &Flow| passed_on(flow, then).await)
            .await
            .asked();
        let changed = client
            .send(json!({"sure": yes()}), async |flow: &Flow| {
                passed_on(flow, now).await
            })
            .await;
        assert!(
            changed.message("sure").starts_with("This has changed"),
            "{changed:?}"
        );
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
