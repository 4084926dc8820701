//! The table of what is answered when, and the limits.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Capabilities, Failure, IncludeContext, Limits, Method, Principal, Reply, Request, SampleError,
    SampleTool,
};
use serde_json::{Value, json};

use crate::harness::{Client, NONE, Seen, value, yes};

/// Counts its runs: a state that does not open must not run it.
static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

#[mrtr_tool]
async fn counted() -> Result<(), Refused> {
    RUNS.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn a_state_that_does_not_open_never_runs_the_handler() {
    let mut client = Client::new();
    for token in ["", "m1.AAAAAAAA.AAAA", "nonsense"] {
        client.state = Some(token.to_owned());
        let failed = client
            .send(json!({"sure": yes()}), async |flow| counted(flow).await)
            .await;
        assert_eq!(failed.code(), -32602);
    }
    assert_eq!(RUNS.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[mrtr_tool]
async fn two() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await
}

async fn started() -> Client {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| two(flow).await)
        .await
        .asked();
    client
}

#[tokio::test]
async fn a_reply_prints_neither_state_nor_questions() {
    let mut client = Client::new();
    let asked = client.send(json!(null), async |flow| two(flow).await).await;
    let token = client.state.unwrap();
    assert!(!format!("{asked:?}").contains(&token), "{asked:?}");
    assert!(format!("{asked:?}").contains("\"sure\""), "{asked:?}");
    assert!(!format!("{asked:?}").contains("Sure?"), "{asked:?}");
}

async fn refused(mut client: Client) -> Reply<Result<(), Refused>> {
    client
        .send(json!({"sure": yes()}), async |flow| two(flow).await)
        .await
}

#[tokio::test]
async fn every_failure_to_open_a_state_is_the_same_on_the_wire() {
    let fresh = started().await;
    let token = fresh.state.clone().unwrap();
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Client)| {
        let mut client = fresh.fork();
        change(&mut client);
        all.push(client);
    };
    with(&|client| client.state = Some(String::new()));
    with(&|client| client.state = Some(format!("{token}-TAMPERED")));
    with(&|client| client.state = Some(token.replacen('m', "n", 1)));
    with(&|client| client.state = Some("x".repeat(100_000)));
    with(&|client| client.target = "another_tool");
    with(&|client| client.arguments = json!({"a": 1}).as_object().cloned());
    with(&|client| client.principal = Principal::anonymous());
    with(&|client| client.principal = Principal::new("issuer", "subject"));
    let expired = started().await;
    expired.clock.advance(Duration::from_secs(600));
    all.push(expired);
    let mut replies = Vec::new();
    for client in all {
        replies.push(refused(client).await);
    }
    for reply in &replies {
        let Reply::Failed(Failure::Rpc(error)) = reply else {
            panic!("{reply:?}")
        };
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "Invalid or expired requestState. Call again without it."
        );
        assert_eq!(error.data, Some(json!({"reason": "invalid_request_state"})));
    }
    assert_eq!(
        refused(fresh).await.asked(),
        ["really"],
        "the honest retry still works"
    );
}

#[tokio::test]
async fn a35_a_state_expires_to_the_millisecond() {
    let client = started().await;
    client.clock.advance(Duration::from_millis(599_999));
    assert_eq!(refused(client).await.asked(), ["really"]);
    let client = started().await;
    client.clock.advance(Duration::from_millis(600_000));
    assert_eq!(refused(client).await.code(), -32602);
}

#[mrtr_tool]
async fn endless() -> Result<(), Refused> {
    loop {
        ask_confirm!(key = "sure", "Again?").await?;
    }
}

#[tokio::test]
async fn a35_no_round_extends_the_deadline_of_a_flow() {
    let limits = Limits {
        requests: 32,
        ..Limits::default()
    };
    let mut client = Client::with(limits);
    let handler = async |flow: &Flow| endless(flow).await;
    let mut key = client.send(json!(null), handler).await.asked()[0].to_owned();
    for _ in 0..7 {
        client.clock.advance(Duration::from_secs(8 * 60));
        key = client.send(json!({ (&key): yes() }), handler).await.asked()[0].to_owned();
    }
    client.clock.advance(Duration::from_secs(4 * 60));
    assert_eq!(
        client.send(json!({ (&key): yes() }), handler).await.code(),
        -32602
    );
}

#[tokio::test]
async fn the_eighth_request_of_a_flow_cannot_ask_once_more() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| endless(flow).await;
    let mut key = client.send(json!(null), handler).await.asked()[0].to_owned();
    for _ in 0..6 {
        key = client.send(json!({ (&key): yes() }), handler).await.asked()[0].to_owned();
    }
    let ended = client.send(json!({ (&key): yes() }), handler).await;
    assert!(
        ended.text().contains("8 requests") && ended.text().contains("`sure#8`"),
        "{}",
        ended.text()
    );
}

#[mrtr_tool(max_requests = 2, allow(many_asks))]
async fn short() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await
}

#[tokio::test]
async fn a_handler_can_have_a_limit_of_its_own() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| short(flow).await;
    client.send(json!(null), handler).await.asked();
    let ended = client.send(json!({"sure": yes()}), handler).await;
    assert!(ended.text().contains("2 requests"), "{}", ended.text());
}

#[mrtr_tool]
async fn many(count: usize) -> usize {
    let asks = (0..count).map(|n| ask_confirm!(key = "sure", of = n, "Number {n}?"));
    let mut asks: Vec<_> = asks.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        asks.retain_mut(|ask| ask.as_mut().poll(context).is_pending());
        if asks.is_empty() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    count
}

#[tokio::test]
async fn the_questions_of_a_round_are_bounded() {
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| many(flow, 16).await)
        .await;
    assert_eq!(asked.asked().len(), 16);
    client.state = None;
    let ended = client
        .send(json!(null), async |flow| many(flow, 17).await)
        .await;
    assert!(ended.text().contains("17 questions") && ended.text().contains("asks_per_round"));
}

#[mrtr_tool]
async fn long(bytes: usize) -> Result<usize, Refused> {
    let page = capture!("x".repeat(bytes));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(page.len())
}

#[tokio::test]
async fn a_capture_that_does_not_fit_is_named() {
    let mut client = Client::new();
    for bytes in [40_000, 30_000] {
        let ended = client
            .send(json!(null), async |flow| long(flow, bytes).await)
            .await;
        assert!(ended.text().contains("`page`"), "{}", ended.text());
        assert!(ended.text().contains("32768"), "{}", ended.text());
    }
    client
        .send(json!(null), async |flow| long(flow, 20_000).await)
        .await
        .asked();
}

#[mrtr_tool]
async fn controls(count: usize) -> Result<usize, Refused> {
    let page = capture!("\u{1}".repeat(count));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(page.len())
}

#[tokio::test]
async fn a_capture_that_fits_the_state_is_not_refused_for_its_escapes() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| controls(flow, 10_000).await;
    client.send(json!(null), handler).await.asked();
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(10_000));
}

#[mrtr_tool]
async fn wordy(bytes: usize) -> Result<(), Refused> {
    let text = "x".repeat(bytes);
    ask_confirm!(key = "sure", "{text}").await
}

#[tokio::test]
async fn a_message_that_is_too_long_is_named() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| wordy(flow, 4096).await)
        .await
        .asked();
    client.state = None;
    let ended = client
        .send(json!(null), async |flow| wordy(flow, 4097).await)
        .await;
    assert!(ended.text().contains("message_bytes") && ended.text().contains("`sure`"));
}

#[mrtr_tool]
async fn wordy_and_about(revision: u32) -> Result<(), Refused> {
    let text = "x".repeat(4096);
    ask_confirm!(key = "sure", about = revision, "{text}").await
}

#[tokio::test]
async fn the_reason_for_asking_again_does_not_count_as_the_message() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| wordy_and_about(flow, 1).await;
    client.send(json!(null), handler).await.asked();
    let invalid = json!({"sure": {"action": "accept"}});
    assert_eq!(client.send(invalid, handler).await.asked(), ["sure"]);
    let changed = async |flow: &Flow| wordy_and_about(flow, 2).await;
    let again = client.send(json!({"sure": yes()}), changed).await;
    assert_eq!(again.asked(), ["sure"]);
}

#[tokio::test]
async fn an_answer_over_a_limit_is_invalid_params_that_name_it() {
    let mut client = started().await;
    let huge = value("x".repeat(70_000));
    let failed = client
        .send(json!({"sure": huge}), async |flow| two(flow).await)
        .await;
    let Reply::Failed(Failure::Rpc(error)) = failed else {
        panic!()
    };
    assert_eq!(error.code, -32602);
    assert!(error.message.contains("answer_bytes"), "{}", error.message);
}

#[tokio::test]
async fn arguments_that_are_nested_too_deeply_are_invalid_params_that_name_the_limit() {
    let nested = |levels| (1..levels).fold(json!(1), |inner, _| json!({ "a": inner }));
    let mut client = Client::new();
    client.arguments = nested(129).as_object().cloned();
    let asked = client.send(json!(null), async |flow| two(flow).await).await;
    assert_eq!(asked.asked(), ["sure"]);
    client.arguments = nested(130).as_object().cloned();
    let failed = client.send(json!(null), async |flow| two(flow).await).await;
    let Reply::Failed(Failure::Rpc(error)) = failed else {
        panic!()
    };
    assert_eq!(error.code, -32602);
    assert!(error.message.contains("128"), "{}", error.message);
}

#[mrtr_tool]
async fn all_kinds() -> Result<(), Refused> {
    let (a, _, _) = tokio::join!(ask_confirm!("Sure?"), ask_sample!("Hi"), ask_roots!());
    a
}

fn required(reply: &Reply<Result<(), Refused>>) -> &Value {
    let Reply::Failed(Failure::Rpc(error)) = reply else {
        panic!("{reply:?}")
    };
    assert_eq!(error.code, -32021);
    &error.data.as_ref().unwrap()["requiredCapabilities"]
}

#[tokio::test]
async fn what_is_missing_is_merged_over_all_asks_of_a_round() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| all_kinds(flow).await;
    client.capabilities = NONE;
    let none = client.send(json!(null), handler).await;
    let all = json!({"elicitation": {"form": {}}, "sampling": {}, "roots": {}});
    assert_eq!(*required(&none), all);
    client.capabilities = Capabilities {
        form: true,
        url: true,
        roots: true,
        ..NONE
    };
    let some = client.send(json!(null), handler).await;
    assert_eq!(*required(&some), json!({"sampling": {}}));
}

#[tokio::test]
async fn a26_capabilities_are_those_of_this_request() {
    let mut client = started().await;
    client.capabilities = NONE;
    let missing = client
        .send(json!({"sure": yes()}), async |flow| two(flow).await)
        .await;
    assert_eq!(*required(&missing), json!({"elicitation": {"form": {}}}));
    client.capabilities = crate::harness::ALL;
    let asked = client
        .send(json!({"sure": yes()}), async |flow| two(flow).await)
        .await;
    assert_eq!(asked.asked(), ["really"], "nothing was lost");
}

#[mrtr_tool]
async fn captures_first() -> Result<u32, Refused> {
    let ran = capture!(std::process::id());
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(ran)
}

#[mrtr_tool]
async fn captures_under_a_constant() -> Result<u32, Refused> {
    const SURE: &str = "sure";
    let ran = capture!(std::process::id());
    ask_confirm!(key = SURE, "Sure?").await?;
    Ok(ran)
}

#[tokio::test]
async fn an_answered_question_is_not_gated_again() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| captures_under_a_constant(flow).await;
    client.send(json!(null), handler).await.asked();
    client.capabilities = NONE;
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(std::process::id()));
    client.state = None;
    assert_eq!(client.send(json!(null), handler).await.code(), -32021);
}

#[mrtr_tool(preflight = off)]
async fn captures_anyway() -> Result<u32, Refused> {
    let ran = capture!({
        RAN.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        1
    });
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(ran)
}

static RAN: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

#[tokio::test]
async fn a_handler_that_captures_is_gated_before_its_first_line() {
    let mut client = Client::new();
    client.capabilities = NONE;
    let failed = client
        .send(json!(null), async |flow| captures_first(flow).await)
        .await;
    assert_eq!(failed.code(), -32021);
    let failed = client
        .send(json!(null), async |flow| captures_anyway(flow).await)
        .await;
    assert_eq!(failed.code(), -32021);
    assert_eq!(
        RAN.load(std::sync::atomic::Ordering::SeqCst),
        1,
        "`preflight = off` ran it"
    );
}

#[mrtr_tool]
async fn captures_ahead_of_tools(ran: &AtomicUsize) -> Result<String, SampleError> {
    let id = capture!(ran.fetch_add(1, Ordering::SeqCst).to_string());
    let tool = SampleTool::new("search", "Searches", json!({"type": "object"}));
    let sample = ask_sample!(tools = [tool], key = "sample", "Search {id}").await;
    sample.text()
}

#[mrtr_tool]
async fn captures_ahead_of_context(ran: &AtomicUsize) -> Result<String, SampleError> {
    let id = capture!(ran.fetch_add(1, Ordering::SeqCst).to_string());
    let context = ask_sample!(
        context = IncludeContext::AllServers,
        key = "sample",
        "Look at {id}"
    );
    context.await.text()
}

#[tokio::test]
async fn what_a_sample_needs_beyond_sampling_is_gated_ahead_where_it_is_written_out() {
    let ran = AtomicUsize::new(0);
    let mut client = Client::new();
    client.capabilities = Capabilities {
        sampling: true,
        ..NONE
    };
    let tools = async |flow: &Flow| captures_ahead_of_tools(flow, &ran).await;
    let context = async |flow: &Flow| captures_ahead_of_context(flow, &ran).await;
    assert_eq!(client.send(json!(null), tools).await.code(), -32021);
    assert_eq!(client.send(json!(null), context).await.code(), -32021);
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    client.capabilities = crate::harness::ALL;
    assert_eq!(client.send(json!(null), tools).await.asked(), ["sample"]);
    client.state = None;
    assert_eq!(client.send(json!(null), context).await.asked(), ["sample"]);
    assert_eq!(ran.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_request_without_a_principal_is_refused() {
    let client = Client::new();
    let request = Request::new(Method::CallTool, "tool", None);
    let failed = client.mrtr.open(request).unwrap_err();
    let Failure::Rpc(error) = failed else {
        panic!()
    };
    assert_eq!((error.code, error.data), (-32603, None));
}

#[mrtr_tool]
async fn escapes(name: &'static str) -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Delete {name}?").await
}

#[tokio::test]
async fn values_in_messages_are_escaped() {
    let mut client = Client::new();
    let asked = client
        .send(json!(null), async |flow| {
            escapes(flow, "a\n\u{202e}b").await
        })
        .await;
    assert_eq!(asked.message("sure"), "Delete a\\u{a}\\u{202e}b?");
}
