//! Pages, and the links that open for the person who called.

use mrtr_runtime::{LinkError, Principal};
use mrtr_tests::answers::{cancel, decline, value};
use mrtr_tests::{Operation, Person, Round, tool};
use serde_json::{Value, json};

use crate::CANARY;
use crate::watch::{Setup, Watch};

pub(crate) async fn walk(watch: &mut Watch) {
    done(watch).await;
    refused(watch).await;
    links(watch).await;
    asked_by_request(watch).await;
}

fn page(title: &str) -> Operation {
    tool("pays", json!({"title": format!("{CANARY} {title}")}))
}

/// No time to hold a request open.
fn impatient() -> Setup {
    Setup::limited(|limits| limits.hold_open = std::time::Duration::ZERO)
}

fn declared() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}})
}

fn opened() -> Value {
    json!({"action": "accept", "content": {"value": CANARY}, (CANARY): CANARY})
}

/// The link in the address that is asked for.
fn link(round: &Round) -> String {
    let url = round.request("page")["params"]["url"].as_str().unwrap();
    url.split_once("link=").unwrap().1.to_owned()
}

/// A yes, and another, until the page is done or its look fails.
async fn done(watch: &mut Watch) {
    for (title, ends) in [("song", "receipt"), ("broken", "is down")] {
        let server = watch.serve(&impatient()).await;
        let client = server
            .connect(&Person::modern().declaring(declared()))
            .await;
        let mut talk = client.start(page(title)).await;
        watch.keep(&link(&talk.round));
        while let Round::Asks(_) = talk.round {
            watch.silent(&talk.round);
            talk.answer(json!({"page": opened()})).await;
        }
        watch.look(None, &talk.round);
        // What the handler says itself is told to the client, and to nobody else.
        assert!(
            format!("{:?}", talk.round).contains(ends),
            "{:?}",
            talk.round
        );
    }
}

async fn refused(watch: &mut Watch) {
    let server = watch.serve(&impatient()).await;
    let client = server
        .connect(&Person::modern().declaring(declared()))
        .await;
    for refusal in [decline(), cancel()] {
        let mut talk = client.start(page("song")).await;
        if let Round::Asks(_) = talk.round {
            watch.silent(&talk.round);
            watch.says(
                "wrong_kind",
                talk.spent_on(page("song"))
                    .answer(json!({"page": CANARY}))
                    .await,
            );
            talk.answer(json!({"page": refusal})).await;
        }
        watch.look(None, &talk.round);
    }
    let server = watch.serve(&impatient()).await;
    let client = server
        .connect(&Person::modern().declaring(declared()))
        .await;
    let elsewhere = client.once(page("elsewhere")).await;
    elsewhere.assert_internal();
    watch.says("url", &elsewhere);
    let server = watch.serve(&impatient()).await;
    let without = server.modern().await;
    watch.says("missing_capability", &without.once(page("song")).await);
    let setup = Setup::limited(|limits| limits.url_bytes = 64);
    let server = watch.serve(&setup).await;
    let client = server
        .connect(&Person::modern().declaring(declared()))
        .await;
    watch.says("url", &client.once(page("song")).await);
}

/// Who opens a link, and who does not.
async fn links(watch: &mut Watch) {
    let setup = impatient();
    let server = watch.serve(&setup).await;
    let client = server
        .connect(&Person::modern().declaring(declared()))
        .await;
    let asked = client.once(page("song")).await;
    let link = link(&asked);
    watch.silent(&asked);
    watch.keep(&link);
    let mrtr = setup.mrtr();
    let visitor = |name| Principal::new("https://login.example", format!("{CANARY}-{name}"));
    assert!(mrtr.open_link(&link, &visitor("alice")).is_ok());
    for (error, link, visitor) in [
        (LinkError::OtherPerson, link.clone(), visitor("bob")),
        (LinkError::Anonymous, link.clone(), Principal::anonymous()),
        (
            LinkError::Invalid,
            format!("{link}{CANARY}"),
            visitor("alice"),
        ),
        (LinkError::Invalid, CANARY.to_owned(), visitor("alice")),
    ] {
        assert_eq!(mrtr.open_link(&link, &visitor), Err(error));
        watch.says_to_nobody(error.reason());
    }
    setup.clock.advance(3600);
    let late = mrtr.open_link(&link, &visitor("alice"));
    assert_eq!(late, Err(LinkError::Expired));
    watch.says_to_nobody("expired");
}

/// Clients of 2025-11-25.
async fn asked_by_request(watch: &mut Watch) {
    for answer in [opened(), decline(), cancel(), value(json!([CANARY]))] {
        let server = watch.serve(&impatient()).await;
        let person = Person::old().declaring(declared());
        let person = person.answering(move |_| Some(answer.clone()));
        let client = server.connect(&person).await;
        let ended = client.once(page("song")).await;
        assert!(!person.asked().is_empty());
        watch.look(None, &ended);
    }
}
