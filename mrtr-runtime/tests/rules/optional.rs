//! `or = value`: asks that give a value where the client cannot be asked.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Answering, Capabilities, Dialog, InputRequest};
use serde_json::json;

use crate::harness::{ALL, Client, NONE, Seen, accept, cancel, decline, value};

#[derive(Debug, PartialEq, Elicit)]
struct Size {
    width: u32,
}

#[mrtr_tool]
async fn sized(evaluated: &AtomicUsize) -> Result<Size, Refused> {
    let otherwise = || {
        evaluated.fetch_add(1, Ordering::SeqCst);
        Size { width: 80 }
    };
    ask_elicit!(Size, or = otherwise(), key = "size", "How wide?").await
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_not_and_the_value_stands_for_its_answer() {
    let url_only = Capabilities { url: true, ..NONE };
    for capabilities in [NONE, url_only] {
        let evaluated = AtomicUsize::new(0);
        let mut client = Client::new();
        client.capabilities = capabilities;
        let done = client.send(json!(null), async |flow| sized(flow, &evaluated).await);
        assert_eq!(done.await.complete(), Ok(Size { width: 80 }));
        assert_eq!(evaluated.load(Ordering::SeqCst), 1);
    }
}

#[tokio::test]
async fn a_client_that_can_be_asked_is_and_the_value_is_not_even_made() {
    let evaluated = AtomicUsize::new(0);
    let handler = async |flow: &Flow| sized(flow, &evaluated).await;
    for (answer, result) in [
        (accept(json!({"width": 3})), Some(Size { width: 3 })),
        (decline(), None),
        (cancel(), None),
    ] {
        let mut client = Client::new();
        assert_eq!(client.send(json!(null), handler).await.asked(), ["size"]);
        let done = client.send(json!({"size": answer}), handler).await;
        assert_eq!(done.complete().ok(), result, "a refusal stays one");
    }
    assert_eq!(evaluated.load(Ordering::SeqCst), 0);
}

#[mrtr_tool]
async fn scalar_list_and_several(files: &[&str]) -> Result<String, Refused> {
    let copies = ask_elicit!(u8, or = 1, title = "Copies", "How many copies?").await?;
    let file = ask_pick!(files, or = &files[0], title = "File", "Which file?").await?;
    let trays = ask_pick!(["a", "b"], or = vec!["a"], several = 1.., "Which trays?").await?;
    Ok(format!("{copies} of {file} from {trays:?}"))
}

#[tokio::test]
async fn scalars_and_picks_have_a_value_of_their_own_type() {
    let handler = async |flow: &Flow| scalar_list_and_several(flow, &["x", "y"]).await;
    let mut client = Client::new();
    client.capabilities = NONE;
    let done = client.send(json!(null), handler).await;
    assert_eq!(done.complete(), Ok("1 of x from [\"a\"]".to_owned()));
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"copies": value(2)}), handler)
        .await
        .asked();
    client
        .send(json!({"file": value("y")}), handler)
        .await
        .asked();
    let last = json!({"trays": value(json!(["b"]))});
    let done = client.send(last, handler).await;
    assert_eq!(done.complete(), Ok("2 of y from [\"b\"]".to_owned()));
}

/// The first question is one that a client of urls alone can be asked.
#[mrtr_tool]
async fn later(done: bool) -> Result<(String, String), Refused> {
    let name = ask_elicit!(String, or = "nobody".to_owned(), "Name?").await?;
    ask_url!(
        "https://pay.example.com/1",
        until = done.then_some(()),
        key = "page",
        "Pay"
    )
    .await?;
    let town = ask_elicit!(String, or = "nowhere".to_owned(), "Town?").await?;
    Ok((name, town))
}

#[tokio::test]
async fn a_client_that_learns_to_be_asked_in_a_flow_finds_the_flow_as_it_began() {
    let mut client = Client::new();
    client.capabilities = Capabilities { url: true, ..NONE };
    let asked = client.send(json!(null), async |flow| later(flow, false).await);
    assert_eq!(asked.await.asked(), ["page"]);
    client.capabilities = ALL;
    let done = client.send(json!({"page": {"action": "accept"}}), async |flow| {
        later(flow, true).await
    });
    let nobody = ("nobody".to_owned(), "nowhere".to_owned());
    assert_eq!(done.await.complete(), Ok(nobody));
}

#[mrtr_tool]
async fn both() -> Result<(String, String), Refused> {
    let name = ask_elicit!(String, or = "nobody".to_owned(), "Name?").await?;
    let town = ask_elicit!(String, or = "nowhere".to_owned(), "Town?").await?;
    Ok((name, town))
}

#[tokio::test]
async fn a26_a_client_that_forgets_how_keeps_its_answers_and_is_refused_by_the_gate() {
    let handler = async |flow: &Flow| both(flow).await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    client.capabilities = NONE;
    let refused = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(refused.code(), -32021, "the flow stays one that asks");
    client.capabilities = ALL;
    let asked = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(asked.asked(), ["town"]);
    client.capabilities = NONE;
    let done = client.send(json!({"town": value("Oslo")}), handler).await;
    assert_eq!(done.complete(), Ok(("Ann".to_owned(), "Oslo".to_owned())));
}

#[mrtr_tool]
async fn required() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(name)
}

#[mrtr_tool]
async fn no_longer_required() -> Result<String, Refused> {
    let name = ask_elicit!(String, or = "nobody".to_owned(), "Name?").await?;
    Ok(name)
}

#[tokio::test]
async fn what_was_answered_before_a_deploy_that_made_it_optional_counts() {
    let mut client = Client::new();
    let old = async |flow: &Flow| required(flow).await;
    client.send(json!(null), old).await.asked();
    client
        .send(json!({"name": value("Ann")}), old)
        .await
        .asked();
    client.capabilities = NONE;
    let new = async |flow: &Flow| no_longer_required(flow).await;
    let done = client.send(json!({}), new).await;
    assert_eq!(done.complete(), Ok("Ann".to_owned()));
}

#[mrtr_tool]
async fn captures_ahead(captured: &AtomicUsize) -> Result<(usize, String), Refused> {
    let hold = capture!(captured.fetch_add(1, Ordering::SeqCst));
    let name = ask_elicit!(String, or = "nobody".to_owned(), "Name?").await?;
    Ok((hold, name))
}

#[mrtr_tool]
async fn captures_ahead_of_one_more(captured: &AtomicUsize) -> Result<usize, Refused> {
    let hold = capture!(captured.fetch_add(1, Ordering::SeqCst));
    let _name = ask_elicit!(String, or = "nobody".to_owned(), "Name?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[tokio::test]
async fn an_optional_ask_is_not_gated_ahead_and_the_others_are() {
    let captured = AtomicUsize::new(0);
    let mut client = Client::new();
    client.capabilities = NONE;
    let refused = client.send(json!(null), async |flow| {
        captures_ahead_of_one_more(flow, &captured).await
    });
    assert_eq!(refused.await.code(), -32021);
    assert_eq!(
        captured.load(Ordering::SeqCst),
        0,
        "gated before its first line"
    );
    let done = client.send(json!(null), async |flow| {
        captures_ahead(flow, &captured).await
    });
    assert_eq!(done.await.complete(), Ok((0, "nobody".to_owned())));
}

#[mrtr_tool]
async fn falls_back(captured: &AtomicUsize) -> Result<String, String> {
    let name = ask_elicit!(
        String,
        or = {
            let number = capture!(captured.fetch_add(1, Ordering::SeqCst));
            let page = ask_url!(
                "https://pay.example.com/1",
                until = (number > 0).then_some(number),
                key = "page",
                "Log in"
            )
            .await;
            page.map_err(|error| error.to_string())?.to_string()
        },
        "Name?"
    )
    .await?;
    Ok(name)
}

#[tokio::test]
async fn the_value_stands_in_place_where_it_may_capture_ask_and_return() {
    let captured = AtomicUsize::new(7);
    let handler = async |flow: &Flow| falls_back(flow, &captured).await;
    let mut client = Client::new();
    client.capabilities = Capabilities { url: true, ..NONE };
    let done = client.send(json!(null), handler).await;
    assert_eq!(done.complete(), Ok("7".to_owned()));
    client.capabilities = ALL;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
    assert_eq!(captured.load(Ordering::SeqCst), 8);
}

#[mrtr_tool]
async fn returns() -> Result<&'static str, Refused> {
    let name = ask_elicit!(String, or = return Ok("not asked"), "Name?").await?;
    ask_confirm!(key = "sure", "Is it {name}?").await?;
    Ok("asked")
}

#[tokio::test]
async fn the_value_may_end_the_handler() {
    let mut client = Client::new();
    client.capabilities = NONE;
    let handler = async |flow: &Flow| returns(flow).await;
    let done = client.send(json!(null), handler).await;
    assert_eq!(done.complete(), Ok("not asked"));
}

#[mrtr_tool]
async fn of_each(names: &[&str]) -> Result<Vec<bool>, Refused> {
    let mut kept = Vec::new();
    for name in names {
        let keep = ask_elicit!(bool, or = true, key = "keep", of = name, "Keep {name}?");
        kept.push(keep.await?);
    }
    Ok(kept)
}

#[mrtr_tool]
async fn at_once() -> Result<(u8, u8), Refused> {
    let (one, two) = tokio::join!(
        ask_elicit!(u8, or = 1, key = "one", "One?"),
        ask_elicit!(u8, or = 2, key = "two", "Two?"),
    );
    Ok((one?, two?))
}

#[tokio::test]
async fn optional_asks_repeat_and_join_like_all_others() {
    let mut client = Client::new();
    client.capabilities = NONE;
    let kept = client.send(json!(null), async |flow| of_each(flow, &["a", "b"]).await);
    assert_eq!(kept.await.complete(), Ok(vec![true, true]));
    let both = async |flow: &Flow| at_once(flow).await;
    assert_eq!(client.send(json!(null), both).await.complete(), Ok((1, 2)));
    client.capabilities = ALL;
    let asked = client.send(json!(null), both).await;
    assert_eq!(asked.asked(), ["one", "two"]);
    let answers = json!({"one": value(5), "two": value(6)});
    assert_eq!(client.send(answers, both).await.complete(), Ok((5, 6)));
}

#[mrtr_tool]
async fn never_awaited() -> Result<(), Refused> {
    let forgotten = ask_elicit!(u8, or = 1, key = "forgotten", "How many?");
    std::hint::black_box(&forgotten);
    Ok(())
}

#[tokio::test]
async fn r03_an_optional_ask_that_is_never_awaited_fails_where_it_is_one() {
    let handler = async |flow: &Flow| never_awaited(flow).await;
    let mut client = Client::new();
    assert_eq!(client.send(json!(null), handler).await.code(), -32603);
    client.capabilities = NONE;
    assert_eq!(client.send(json!(null), handler).await.complete(), Ok(()));
}

struct Nobody;

impl Dialog for Nobody {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        panic!("asked: {requests:?}")
    }
}

#[tokio::test]
async fn r16_an_old_client_that_cannot_be_asked_is_not() {
    let mut client = Client::new();
    client.capabilities = NONE;
    let request = client.request(json!(null));
    let function = __mrtr_function_both();
    let serving = client
        .mrtr
        .serve_live(request, function, &Nobody, |flow| both_part(flow.body()));
    let nobody = ("nobody".to_owned(), "nowhere".to_owned());
    assert_eq!(serving.await.complete(), Ok(nobody));
}

#[mrtr_tool]
async fn without_or() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    Ok(name)
}

#[mrtr_tool]
async fn with_or() -> Result<String, Refused> {
    let name = ask_elicit!(String, or = String::new(), "Name?").await?;
    Ok(name)
}

#[tokio::test]
async fn r15_an_ask_that_becomes_optional_is_the_same_question() {
    let mut client = Client::new();
    let old = async |flow: &Flow| without_or(flow).await;
    client.send(json!(null), old).await.asked();
    let new = async |flow: &Flow| with_or(flow).await;
    let done = client.send(json!({"name": value("Ann")}), new).await;
    assert_eq!(done.complete(), Ok("Ann".to_owned()));
}
