//! `ask_pick!`: lists that are made at run time.

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Limits, Reply};
use serde_json::{Value, json};

use crate::harness::{Client, NONE, Seen, accept, decline, value};
use crate::logs::logged;

#[derive(Debug, PartialEq, Clone)]
struct Ticket {
    id: u32,
    subject: &'static str,
}

const TICKETS: [Ticket; 2] = [
    Ticket {
        id: 7,
        subject: "Renew",
    },
    Ticket {
        id: 12,
        subject: "Print",
    },
];

#[mrtr_tool]
async fn file(files: Vec<String>) -> Result<String, Refused> {
    let file = ask_pick!(files, "Which file?").await?;
    Ok(file)
}

#[mrtr_tool]
async fn ticket(tickets: &[Ticket]) -> Result<Ticket, Refused> {
    let ticket = ask_pick!(
        tickets,
        show = |ticket| (ticket.id, ticket.subject),
        title = "Open",
        description = "Since Monday",
        "Which ticket?"
    )
    .await?;
    Ok(ticket.clone())
}

#[mrtr_tool]
async fn several(files: Vec<String>) -> Result<Vec<String>, Refused> {
    ask_pick!(&files, several = 1..=2, key = "files", "Which files?")
        .await
        .map(|picked| picked.into_iter().cloned().collect())
}

fn files(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn field<R: std::fmt::Debug>(reply: &Reply<R>) -> Value {
    let Reply::InputRequired(open) = reply else {
        panic!("{reply:?}")
    };
    let request = serde_json::to_value(&open.requests[0].1).unwrap();
    request["params"]["requestedSchema"]["properties"]["value"].clone()
}

#[tokio::test]
async fn the_answer_is_the_item_that_was_picked() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| file(flow, files(&["a.txt", "b.txt"])).await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(asked.asked(), ["file"]);
    assert_eq!(
        field(&asked),
        json!({"type": "string", "enum": ["a.txt", "b.txt"]})
    );
    let done = client.send(json!({"file": value("b.txt")}), handler).await;
    assert_eq!(done.complete(), Ok("b.txt".to_owned()));
}

#[tokio::test]
async fn items_are_shown_as_their_author_says() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| ticket(flow, &TICKETS).await;
    let asked = client.send(json!(null), handler).await;
    let options = json!([{"const": "7", "title": "Renew"}, {"const": "12", "title": "Print"}]);
    assert_eq!(
        field(&asked),
        json!({"type": "string", "title": "Open", "description": "Since Monday", "oneOf": options})
    );
    let done = client.send(json!({"ticket": value("12")}), handler).await;
    assert_eq!(done.complete(), Ok(TICKETS[1].clone()));
}

#[mrtr_tool]
async fn pairs() -> Result<u32, Refused> {
    let (id, _) = ask_pick!([(7, "Renew"), (12, "Print")], key = "id", "Which?").await?;
    Ok(id)
}

#[tokio::test]
async fn a_pair_is_sent_by_its_first_and_shown_by_its_second() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| pairs(flow).await;
    client.send(json!(null), handler).await.asked();
    let done = client.send(json!({"id": value("7")}), handler).await;
    assert_eq!(done.complete(), Ok(7));
}

#[tokio::test]
async fn several_items_come_as_a_list_within_its_bounds() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| several(flow, files(&["a", "b", "c"])).await;
    let asked = client.send(json!(null), handler).await;
    let items = json!({"type": "string", "enum": ["a", "b", "c"]});
    assert_eq!(
        field(&asked),
        json!({"type": "array", "minItems": 1, "maxItems": 2, "items": items})
    );
    let too_many = json!({"files": value(json!(["a", "b", "c"]))});
    let again = client.send(too_many, handler).await;
    assert!(
        again.message("files").contains("more than 2 choices"),
        "{again:?}"
    );
    let two = json!({"files": value(json!(["c", "a"]))});
    let done = client.send(two, handler).await;
    assert_eq!(done.complete(), Ok(files(&["c", "a"])));
}

#[mrtr_tool]
async fn any_number() -> Result<usize, Refused> {
    let picked = ask_pick!(["a", "b"], several = .., "Any of these?").await?;
    Ok(picked.len())
}

#[tokio::test]
async fn where_none_may_be_picked_leaving_the_field_out_is_none() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| any_number(flow).await;
    client.send(json!(null), handler).await.asked();
    let done = client
        .send(json!({"picked": accept(json!({}))}), handler)
        .await;
    assert_eq!(done.complete(), Ok(0));
}

#[tokio::test]
async fn what_is_not_in_the_list_is_asked_again_without_being_named() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| file(flow, files(&["a.txt"])).await;
    client.send(json!(null), handler).await.asked();
    let again = client.send(json!({"file": value("canary")}), handler).await;
    assert_eq!(
        again.message("file"),
        "`value` is none of the choices.\n\nWhich file?"
    );
    assert!(!format!("{again:?}").contains("canary"));
}

#[mrtr_tool]
async fn file_then_sure(files: Vec<String>) -> Result<String, Refused> {
    let file = ask_pick!(files, "Which file?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(file)
}

/// A10: the list is part of the question.
#[tokio::test]
async fn a10_a_list_that_changed_is_asked_again() {
    let mut client = Client::new();
    let first = async |flow: &Flow| file_then_sure(flow, files(&["a", "b"])).await;
    client.send(json!(null), first).await.asked();
    let changed = async |flow: &Flow| file_then_sure(flow, files(&["a", "c"])).await;
    let again = client.send(json!({"file": value("a")}), changed).await;
    assert_eq!(
        again.message("file"),
        "This has changed since you were asked.\n\nWhich file?"
    );
    assert_eq!(field(&again)["enum"], json!(["a", "c"]));
    let answered = client.send(json!({"file": value("c")}), changed).await;
    assert_eq!(answered.asked(), ["sure"]);
    let reordered = async |flow: &Flow| file_then_sure(flow, files(&["c", "a"])).await;
    let again = client.send(json!({}), reordered).await;
    assert_eq!(again.asked(), ["file"], "a settled answer is dropped too");
}

#[tokio::test]
async fn a_list_that_nobody_could_pick_from_ends_the_call_and_names_the_ask() {
    let long: Vec<String> = (0..300).map(|number| number.to_string()).collect();
    for (list, text) in [
        (files(&[]), "`file` has nothing to pick from."),
        (
            files(&["a", "b", "a"]),
            "`file` offers the same twice: its items 1 and 3.",
        ),
        (files(&["a", " "]), "Item 2 of `file` has no text."),
        (
            long,
            "`file` offers more to pick from than the 256 that are allowed (`pick_options`).",
        ),
    ] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| file(flow, list.clone()).await;
        let (ended, log) = logged(client.send(json!(null), handler)).await;
        assert_eq!(ended.text(), text);
        assert!(log.contains("picks.rs"), "{log}");
    }
}

#[mrtr_tool]
async fn endless() -> Result<u64, Refused> {
    ask_pick!(0_u64.., key = "number", "Which number?").await
}

#[tokio::test]
async fn a_list_is_not_read_beyond_its_limit() {
    let limits = Limits {
        pick_options: 3,
        ..Limits::default()
    };
    let mut client = Client::with(limits);
    let ended = client
        .send(json!(null), async |flow: &Flow| endless(flow).await)
        .await;
    assert!(ended.text().contains("3 that are allowed"), "{ended:?}");
}

#[tokio::test]
async fn a_pick_is_gated_and_refused_like_every_form() {
    let handler = async |flow: &Flow| file(flow, files(&["a"])).await;
    let mut client = Client::new();
    client.capabilities = NONE;
    assert_eq!(client.send(json!(null), handler).await.code(), -32021);
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    let declined = client.send(json!({"file": decline()}), handler).await;
    let key = "file".to_owned();
    assert_eq!(declined.complete(), Err(Refused::declined(key)));
}

#[mrtr_tool]
async fn owners(files: Vec<String>) -> Result<Vec<String>, Refused> {
    let mut owners = Vec::new();
    for file in &files {
        let owner = ask_pick!(["ann", "bob"], of = file, "Who owns it?").await?;
        owners.push(format!("{file}:{owner}"));
    }
    Ok(owners)
}

#[tokio::test]
async fn a_pick_in_a_loop_says_what_it_is_of() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| owners(flow, files(&["x", "y"])).await;
    for name in ["bob", "ann"] {
        let reply = client.send(json!(null), handler).await;
        let key = reply.asked()[0].to_owned();
        assert!(key.starts_with("owner:"), "{key}");
        let mut fork = client.fork();
        let reply = fork.send(json!({ key: value(name) }), handler).await;
        client = fork;
        if let Reply::Complete { value, .. } = reply {
            assert_eq!(value, Ok(files(&["x:bob", "y:ann"])));
        }
    }
}

#[mrtr_tool]
async fn city() -> Result<String, Refused> {
    ask_elicit!(
        String,
        key = "city",
        title = "City",
        description = "Where the train ends",
        "Where to?"
    )
    .await
}

/// A10: the field of one value need not be called "value".
#[tokio::test]
async fn a10_the_field_of_one_value_has_a_title() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| city(flow).await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(
        field(&asked),
        json!({"type": "string", "title": "City", "description": "Where the train ends"})
    );
    let again = client.send(json!({"city": value(7)}), handler).await;
    assert_eq!(again.message("city"), "`City` is not text.\n\nWhere to?");
    let done = client.send(json!({"city": value("Oslo")}), handler).await;
    assert_eq!(done.complete(), Ok("Oslo".to_owned()));
}
