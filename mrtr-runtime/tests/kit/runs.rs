//! What a script answers.

use std::sync::atomic::{AtomicU8, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{Script, TestClient};
use mrtr_runtime::{Capabilities, Method, SampleError};
use serde_json::json;

#[derive(Elicit, Debug, PartialEq)]
struct Plan {
    title: String,
    pages: u8,
}

/// Not yet at the first look.
async fn paid(looks: &AtomicU8) -> Option<()> {
    (looks.fetch_add(1, Ordering::SeqCst) > 0).then_some(())
}

#[mrtr_tool]
async fn everything(looks: &AtomicU8) -> anyhow::Result<String> {
    let plan = ask_elicit!(Plan, "What plan?").await?;
    let name = ask_elicit!(String, "What name?").await?;
    let is_sure = ask_confirm!("Sure?").await.is_ok();
    ask_confirm!(key = "typed", type_in = &name, "Type it in.").await?;
    let summary = ask_sample!("Sum up {name}.").await.text()?.to_owned();
    let roots = ask_roots!().await;
    let folder = roots
        .first()
        .map(|root| root.uri().to_owned())
        .unwrap_or_default();
    ask_url!(
        "https://pay.example.com/a",
        key = "page",
        until = paid(looks).await,
        "Pay."
    )
    .await?;
    Ok(format!(
        "{} {} {name} {is_sure} {summary} {folder}",
        plan.title, plan.pages
    ))
}

#[tokio::test]
async fn every_kind_of_question_is_answered() {
    let script = Script::new()
        .accept("plan", json!({"title": "A", "pages": 3}))
        .value("name", "b")
        .deny("is_sure")
        .type_in("typed", "b")
        .sample("summary", "short")
        .roots("roots", ["file:///work"])
        .opens("page");
    let client = TestClient::new().settings(|mrtr| mrtr.url_hosts(["pay.example.com"]));
    let looks = AtomicU8::new(0);
    let run = client.run(&script, async |flow| everything(flow, &looks).await);
    let run = run.await.unwrap();
    assert_eq!(run.requests(), 8);
    let text = run.into_result().unwrap();
    assert_eq!(text, "A 3 b false short file:///work");
}

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let mut all = Vec::new();
    while all.len() < 2 {
        let name: u8 = ask_elicit!(u8, "Next?").await?;
        all.push(name);
    }
    Ok(format!("{all:?}"))
}

#[tokio::test]
async fn answers_of_one_key_are_used_one_after_another_for_turns_and_for_what_is_asked_again() {
    let script = Script::new()
        .value("name", "x")
        .value("name", 1)
        .value("name", 2);
    let run = TestClient::new().run(&script, async |flow| names(flow).await);
    let run = run.await.unwrap();
    assert_eq!(run.asked(), [["name"], ["name"], ["name#2"]]);
    assert_eq!(run.result().as_deref(), Ok("[1, 2]"));
    let script = Script::new().value("name#2", 2).value("name", 1);
    let run = TestClient::new().run(&script, async |flow| names(flow).await);
    assert_eq!(run.await.unwrap().into_result().as_deref(), Ok("[1, 2]"));
}

#[mrtr_tool]
async fn rows(rows: &[&str]) -> Result<String, Refused> {
    for row in rows {
        ask_confirm!(key = "sure", of = row, "Delete {row}?").await?;
    }
    Ok("all".to_owned())
}

#[tokio::test]
async fn the_key_alone_is_for_any_row() {
    let script = Script::new().confirm("sure").decline("sure");
    let run = TestClient::new().run(&script, async |flow| rows(flow, &["a", "b"]).await);
    let run = run.await.unwrap();
    let refused = run.result().as_ref().unwrap_err();
    assert_eq!(run.messages("sure"), ["Delete a?", "Delete b?"]);
    assert_eq!(refused.unseen(), None, "a person has read it");
}

#[tokio::test]
async fn a_question_that_is_skipped_is_asked_again() {
    let script = Script::new().skip("sure").confirm("sure");
    let run = TestClient::new().run(&script, async |flow| rows(flow, &["a"]).await);
    let run = run.await.unwrap();
    assert_eq!((run.requests(), run.asked().len()), (3, 2));
}

#[mrtr_tool]
async fn held(beside: u8) -> Result<u8, Refused> {
    let seed = capture!(40 + beside);
    ask_confirm!(key = "one", "One?").await?;
    ask_confirm!(key = "two", "Two?").await?;
    Ok(seed)
}

#[tokio::test]
async fn captures_are_counted() {
    let script = Script::new().confirm("one").confirm("two");
    let run = TestClient::new().run(&script, async |flow| held(flow, 2).await);
    let run = run.await.unwrap();
    assert_eq!(run.result(), &Ok(42));
    assert_eq!((run.evaluated("seed"), run.replayed("seed")), (1, 2));
    assert_eq!(run.evaluated("seat"), 0);
}

#[mrtr_tool(single_use)]
async fn once() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(())
}

#[tokio::test]
async fn single_use_handlers_have_a_store() {
    let script = Script::new().confirm("sure");
    let run = TestClient::new().run(&script, async |flow| once(flow).await);
    assert_eq!(run.await.unwrap().into_result(), Ok(()));
}

#[mrtr_tool]
async fn told(flow: Flow) -> Result<String, SampleError> {
    if !flow.can(Capability::Sampling) {
        return Ok(format!("{:?}", flow.principal().subject()));
    }
    Ok(ask_sample!(key = "text", "Write.").await.text()?.to_owned())
}

#[tokio::test]
async fn capabilities_and_caller_are_the_tests_own() {
    let bob = Principal::new("idp", "bob");
    let client = TestClient::new().principal(bob);
    let client = client.calling(Method::GetPrompt, "told", None);
    let run = async |client: TestClient| {
        let script = Script::new();
        let run = client.run(&script, async |flow| told(flow).await).await;
        run.unwrap().into_result().unwrap()
    };
    let without = client.clone().without(Capability::Sampling);
    assert_eq!(run(without).await, "Some(\"bob\")");
    let nothing = client.clone().capabilities(Capabilities::default());
    assert_eq!(run(nothing).await, "Some(\"bob\")");
    let script = Script::new().sample("text", "Here.");
    let asked = client.run(&script, async |flow| told(flow).await).await;
    assert_eq!(asked.unwrap().into_result().unwrap(), "Here.");
}
