//! Nothing is captured in vain: what would end the round behind a capture, and can be known ahead of it, ends the round
//! ahead of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Answering, Capabilities, Dialog, DialogAnswer, InputRequest, Limits, MemoryStore,
};
use serde_json::json;

use crate::harness::{ALL, Client, NONE, Seen, value, yes};

/// Counts what was done.
#[derive(Default)]
struct Effects(AtomicUsize);

impl Effects {
    async fn make(&self) -> usize {
        self.0.fetch_add(1, Ordering::SeqCst)
    }

    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

fn client(change: impl FnOnce(&mut Limits)) -> Client {
    let mut limits = Limits::default();
    change(&mut limits);
    Client::with(limits)
}

#[mrtr_tool]
async fn beside(effects: &Effects, asks: usize, bytes: usize) -> Result<(), Refused> {
    let text = "x".repeat(bytes);
    let ask = async |number| ask_confirm!(key = "sure", of = number, "{text}").await;
    let asks = futures_util::future::join_all((0..asks).map(ask));
    let made = async { capture!(effects.make().await) };
    tokio::join!(asks, made);
    Ok(())
}

#[tokio::test]
async fn no_capture_runs_beside_a_question_that_is_too_long() {
    for (bytes, runs) in [(50, 1), (51, 0)] {
        let effects = Effects::default();
        let mut client = client(|limits| limits.message_bytes = 50);
        let reply = client.send(json!(null), async |flow: &Flow| {
            beside(flow, &effects, 1, bytes).await
        });
        match reply.await {
            Reply::InputRequired(_) => assert_eq!(bytes, 50),
            ended => assert!(ended.text().contains("`message_bytes`"), "{ended:?}"),
        }
        assert_eq!(effects.count(), runs);
    }
}

#[tokio::test]
async fn no_capture_runs_beside_too_many_questions() {
    for (asks, runs) in [(3, 1), (4, 0)] {
        let effects = Effects::default();
        let mut client = client(|limits| limits.asks_per_round = 3);
        let reply = client.send(json!(null), async |flow: &Flow| {
            beside(flow, &effects, asks, 5).await
        });
        match reply.await {
            Reply::InputRequired(open) => assert_eq!(open.requests.len(), 3),
            ended => assert!(ended.text().contains("`asks_per_round`"), "{ended:?}"),
        }
        assert_eq!(effects.count(), runs);
    }
}

#[tokio::test]
async fn no_capture_runs_beside_a_question_that_the_client_cannot_answer() {
    let effects = Effects::default();
    let mut client = Client::new();
    client.capabilities = NONE;
    let handler = async |flow: &Flow| beside(flow, &effects, 1, 5).await;
    let refused = client.send(json!(null), handler).await;
    assert_eq!(refused.code(), -32021);
    assert_eq!(effects.count(), 0);
}

#[mrtr_tool]
async fn between(effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "first", "First?").await?;
    let made = capture!(effects.make().await);
    ask_confirm!(key = "second", "Second?").await?;
    Ok(made)
}

#[tokio::test]
async fn no_capture_runs_in_the_last_request_ahead_of_a_question_that_is_sure_to_come() {
    for (requests, runs) in [(3, 1), (2, 0)] {
        let effects = Effects::default();
        let mut client = client(|limits| limits.requests = requests);
        let handler = async |flow: &Flow| between(flow, &effects).await;
        client.send(json!(null), handler).await.asked();
        match client.send(json!({"first": yes()}), handler).await {
            Reply::InputRequired(_) => assert_eq!(requests, 3),
            ended => {
                let text = ended.text();
                assert!(
                    text.contains("`requests`") && text.contains("`second`"),
                    "{text}"
                );
            }
        }
        assert_eq!(effects.count(), runs);
    }
}

#[tokio::test]
async fn no_capture_runs_ahead_of_a_question_for_which_the_flow_has_no_time() {
    for (late, runs) in [(Duration::ZERO, 0), (Duration::from_millis(1), 1)] {
        let effects = Effects::default();
        let mut client = client(|limits| limits.flow_time = Duration::from_secs(60));
        let clock = client.clock.clone();
        let handler = async |flow: &Flow| between(flow, &effects).await;
        client.send(json!(null), handler).await.asked();
        let answers = json!({"first": yes()});
        let reply = client.send(answers, async |flow: &Flow| {
            clock.advance(Duration::from_secs(60) - late);
            between(flow, &effects).await
        });
        match reply.await {
            Reply::InputRequired(_) => assert_eq!(runs, 1),
            ended => assert!(ended.text().contains("flow_time"), "{ended:?}"),
        }
        assert_eq!(effects.count(), runs);
    }
}

#[mrtr_tool]
async fn last(effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "first", "First?").await?;
    Ok(capture!(effects.make().await))
}

/// Whether anything follows it is for the handler to say.
#[tokio::test]
async fn a_capture_that_nothing_is_sure_to_follow_runs_in_the_last_request() {
    let effects = Effects::default();
    let mut client = client(|limits| limits.requests = 2);
    let handler = async |flow: &Flow| last(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    let done = client.send(json!({"first": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(0));
}

#[mrtr_tool(allow(unused_answer))]
async fn of_a_text(effects: &Effects) -> Result<usize, Refused> {
    ask_elicit!(String, key = "text", "Text?").await?;
    let made = capture!(effects.make().await);
    if made < 1000 {
        ask_confirm!(key = "sure", "Sure?").await?;
    }
    Ok(made)
}

/// The bytes of the last state that goes out, and how many captures ran.
async fn with_text(state_bytes: usize, bytes: usize) -> (Option<usize>, usize) {
    let effects = Effects::default();
    let mut client = client(|limits| limits.state_bytes = state_bytes);
    let handler = async |flow: &Flow| of_a_text(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    let text = json!({"text": value("x".repeat(bytes))});
    let state = match client.send(text, handler).await {
        Reply::InputRequired(open) => Some(open.state.len()),
        ended => {
            assert!(ended.text().contains("`state_bytes`"), "{ended:?}");
            None
        }
    };
    (state, effects.count())
}

/// An answer that leaves no room for a state is told so ahead of the capture that stands behind it.
#[tokio::test]
async fn no_capture_runs_behind_an_answer_that_the_state_has_no_room_for() {
    let limit = Limits::default().state_bytes;
    assert_eq!(with_text(limit, 60_000).await, (None, 0));
    let (state, runs) = with_text(limit, 10_000).await;
    assert_eq!(runs, 1);
    // What is known ahead of the capture is all but its own record and the question behind it.
    let state = state.unwrap();
    assert_eq!(with_text(state, 10_000).await, (Some(state), 1));
    assert_eq!(with_text(state - 400, 10_000).await, (None, 0));
}

/// An old client, who says a lot.
struct Talks;

impl Dialog for Talks {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, _): (String, InputRequest)| {
            let said = if key == "text" {
                value("x".repeat(60_000))
            } else {
                yes()
            };
            DialogAnswer::new(key, said)
        };
        Box::pin(async move { Ok(requests.into_iter().map(answer).collect()) })
    }
}

#[mrtr_tool(allow(unused_answer))]
async fn of_a_text_live(effects: Arc<Effects>) -> Result<usize, Refused> {
    ask_elicit!(String, key = "text", "Text?").await?;
    let made = capture!(effects.make().await);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(made)
}

#[tokio::test]
async fn r16_the_state_of_an_old_client_is_not_sealed_and_has_room() {
    let (client, effects) = (Client::new(), Arc::new(Effects::default()));
    let function = __mrtr_function_of_a_text_live();
    let body = |flow: Flow| of_a_text_live_part(flow.body(), effects.clone());
    let served = client
        .mrtr
        .serve_live(client.request(json!(null)), function, &Talks, body);
    assert_eq!(served.await.complete(), Ok(0));
}

#[mrtr_part]
async fn pay(effects: &Effects) -> Result<usize, Refused> {
    let made = capture!(effects.make().await);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(made)
}

#[mrtr_tool]
async fn pays(effects: &Effects) -> Result<usize, Refused> {
    part!(pay(effects)).await
}

#[mrtr_tool(single_use)]
async fn pays_once(effects: &Effects) -> Result<usize, Refused> {
    ask_confirm!(key = "first", "First?").await?;
    part!(pay(effects)).await
}

#[mrtr_tool]
async fn pays_all(effects: &Effects) -> Result<(), Refused> {
    for bill in 1..=2 {
        part!(of = bill, pay(effects)).await?;
    }
    Ok(())
}

/// One that was asked for another row is not asked for this one yet.
#[tokio::test]
async fn no_capture_of_a_row_runs_in_the_last_request_ahead_of_its_question() {
    let effects = Effects::default();
    let mut client = client(|limits| limits.requests = 2);
    let handler = async |flow: &Flow| pays_all(flow, &effects).await;
    let key = client.send(json!(null), handler).await.asked()[0].to_owned();
    let ended = client.send(json!({ (key): yes() }), handler).await;
    assert!(ended.text().contains("`requests`"), "{ended:?}");
    assert_eq!(effects.count(), 1);
}

const NO_FORMS: Capabilities = Capabilities { form: false, ..ALL };

#[tokio::test]
async fn no_part_captures_for_a_client_that_cannot_answer_what_it_asks() {
    let effects = Effects::default();
    let handler = async |flow: &Flow| pays(flow, &effects).await;
    let mut client = Client::new();
    client.capabilities = NO_FORMS;
    assert_eq!(client.send(json!(null), handler).await.code(), -32021);
    assert_eq!(effects.count(), 0);
    client.capabilities = ALL;
    assert_eq!(
        client.send(json!(null), handler).await.asked(),
        ["pay.sure"]
    );
}

/// No client could be asked later.
#[tokio::test]
async fn no_part_captures_where_nobody_is_asked() {
    let effects = Effects::default();
    let handler = async |flow: &Flow| pays_once(flow, &effects).await;
    let store = Arc::new(MemoryStore::new());
    let mut client = Client::with_store(Limits::default(), store.clone());
    client.send(json!(null), handler).await.asked();
    let mut later = Client::unattended_with(store);
    later.state.clone_from(&client.state);
    let ended = later.send(json!({"first": yes()}), handler).await;
    assert!(ended.text().contains("runs unattended"), "{ended:?}");
    assert_eq!(effects.count(), 0);
}

/// What a round that counts once has asked is kept for a client that can answer it.
#[tokio::test]
async fn a_part_captures_where_its_question_is_kept() {
    let effects = Effects::default();
    let handler = async |flow: &Flow| pays_once(flow, &effects).await;
    let mut client = Client::with_store(Limits::default(), Arc::new(MemoryStore::new()));
    client.send(json!(null), handler).await.asked();
    let mut blind = client.fork();
    blind.capabilities = NO_FORMS;
    let yes = || json!({"first": yes()});
    assert_eq!(blind.send(yes(), handler).await.code(), -32021);
    assert_eq!(client.send(yes(), handler).await.asked(), ["pay.sure"]);
    assert_eq!(effects.count(), 1);
}
