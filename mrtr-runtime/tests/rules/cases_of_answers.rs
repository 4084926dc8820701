//! More reports of real users: empty forms, silence, and completions that are paid for.

use std::sync::Arc;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, SampleTool};
use serde_json::{Value, json};

use crate::harness::{Client, Seen, accept, cancel, yes};

#[derive(Debug, PartialEq, Elicit)]
struct Remark {
    remark: Option<String>,
}

#[mrtr_tool]
async fn remarks() -> Result<Remark, Refused> {
    ask_elicit!(Remark, key = "remark", "Anything else?").await
}

#[tokio::test]
async fn a06_a_form_that_requires_nothing_takes_every_empty_acceptance() {
    let handler = async |flow: &Flow| remarks(flow).await;
    for empty in [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": null}),
        accept(json!({})),
        accept(json!({"remark": null})),
    ] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let done = client.send(json!({"remark": empty}), handler).await;
        assert_eq!(done.complete(), Ok(Remark { remark: None }));
    }
}

#[mrtr_tool]
async fn holds(guard: Arc<()>) -> Result<(), Refused> {
    let _held = guard;
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn a24_a_dialog_that_is_closed_is_a_cancel_and_one_that_is_left_open_holds_nothing() {
    let guard = Arc::new(());
    let mut left = Client::new();
    let handler = async |flow: &Flow| holds(flow, guard.clone()).await;
    left.send(json!(null), handler).await.asked();
    assert_eq!(Arc::strong_count(&guard), 1);

    let mut closed = left.fork();
    let done = closed.send(json!({"sure": cancel()}), handler).await;
    let refused = done.complete().unwrap_err();
    assert!(matches!(refused, Refused::Cancelled { .. }), "{refused:?}");
    assert_eq!(Arc::strong_count(&guard), 1);
}

fn said(text: &str) -> Value {
    json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": text}})
}

#[mrtr_tool]
async fn digest(now: &str) -> Result<String, Refused> {
    let summary = ask_sample!("The news of {now}").await;
    let readers = ask_elicit!(String, "Who reads it?").await?;
    ask_confirm!(key = "sure", "Send it to {readers}?").await?;
    Ok(summary.text().unwrap_or_default())
}

#[tokio::test]
async fn a67_a_model_that_was_refused_or_failed_is_asked_again_or_told_as_malformed() {
    let handler = async |flow: &Flow| digest(flow, "Monday").await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    let again = client.send(json!({}), handler).await;
    assert_eq!(again.asked(), ["summary"], "no answer is no refusal");
    let rejected = json!({"summary": {"code": -1, "message": "User rejected"}});
    assert_eq!(client.send(rejected, handler).await.code(), -32602);
}

#[tokio::test]
async fn a67_a_model_that_never_answers_ends_with_the_requests_of_the_flow() {
    let handler = async |flow: &Flow| digest(flow, "Monday").await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    for _ in 0..6 {
        assert_eq!(client.send(json!({}), handler).await.asked(), ["summary"]);
    }
    let ended = client.send(json!({}), handler).await;
    assert!(ended.text().contains("at most 8 requests"), "{ended:?}");
    assert!(ended.text().contains("`summary`"), "{ended:?}");
}

#[mrtr_tool]
async fn news(flow: Flow) -> Result<String, Refused> {
    if !flow.can(Capability::Sampling) {
        return Ok("all of it".to_owned());
    }
    Ok(ask_sample!(key = "summary", "The news")
        .await
        .text()
        .unwrap_or_default())
}

#[tokio::test]
async fn a67_a_handler_goes_on_without_a_model() {
    let mut client = Client::new();
    assert_eq!(client.send(json!(null), news).await.asked(), ["summary"]);
    client = Client::new();
    client.capabilities.sampling = false;
    let done = client.send(json!(null), news).await;
    assert_eq!(done.complete(), Ok("all of it".to_owned()));
}

#[tokio::test]
async fn a68_a_completion_is_paid_for_once_in_a_flow() {
    let handler = async |flow: &Flow| digest(flow, "Monday").await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"summary": said("All is well.")}), handler)
        .await
        .asked();
    let readers = accept(json!({"value": "all"}));
    client
        .send(json!({"readers": readers}), handler)
        .await
        .asked();
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("All is well.".to_owned()));
    assert_eq!(client.mrtr.counters().get(Counter::Asked, "sample"), 1);
}

#[tokio::test]
async fn a68_a_prompt_with_the_time_in_it_is_paid_for_three_times_at_the_most() {
    let mut client = Client::new();
    for minute in 0.. {
        let now = format!("12:{minute:02}");
        let handler = async |flow: &Flow| digest(flow, &now).await;
        let answers = json!({"summary": said("All is well.")});
        let reply = client.send(answers, handler).await;
        if let Reply::InputRequired(_) = reply {
            assert_eq!(reply.asked(), ["summary"]);
            continue;
        }
        assert!(reply.text().contains("`summary`"), "{reply:?}");
        assert!(reply.text().contains("capture!"), "{reply:?}");
        break;
    }
    assert_eq!(client.mrtr.counters().get(Counter::Asked, "sample"), 3);
}

struct Params {
    system: &'static str,
    max_tokens: u32,
    tools: Vec<SampleTool>,
    prompt: &'static str,
}

const fn plain() -> Params {
    Params {
        system: "Be brief",
        max_tokens: 100,
        tools: Vec::new(),
        prompt: "Summarize",
    }
}

#[mrtr_tool]
async fn summarized(params: Params) -> Result<String, Refused> {
    let summary = ask_sample!(
        system = params.system,
        max_tokens = params.max_tokens,
        tools = params.tools,
        "{}",
        params.prompt
    )
    .await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(summary.text().unwrap_or_default())
}

#[tokio::test]
async fn a68_a_completion_belongs_to_all_that_the_model_was_given() {
    let tool = SampleTool::new("search", "Searches", json!({"type": "object"}));
    let others = [
        Params {
            system: "Be long",
            ..plain()
        },
        Params {
            max_tokens: 200,
            ..plain()
        },
        Params {
            tools: vec![tool],
            ..plain()
        },
        Params {
            prompt: "Translate",
            ..plain()
        },
    ];
    let mut client = Client::new();
    let first = client.send(json!(null), async |flow| summarized(flow, plain()).await);
    first.await.asked();
    let asked = client.send(json!({"summary": said("Short.")}), async |flow| {
        summarized(flow, plain()).await
    });
    assert_eq!(asked.await.asked(), ["sure"]);
    for other in others {
        let mut fork = client.fork();
        let again = fork.send(json!({"sure": yes()}), async |flow| {
            summarized(flow, other).await
        });
        assert_eq!(again.await.asked(), ["summary"]);
    }
}
