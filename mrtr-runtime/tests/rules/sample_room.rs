//! A tool that a model calls runs only where its result can be told to the model.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Answering, Capabilities, Dialog, DialogAnswer, InputRequest, Limits, MemoryStore, SampleTool,
    ToolUse,
};
use serde_json::{Value, json};

use crate::harness::{ALL, Client, Seen};

#[derive(Default)]
struct Effects(AtomicUsize);

impl Effects {
    async fn make(&self, call: ToolUse) -> String {
        self.0.fetch_add(1, Ordering::SeqCst);
        let bytes = call.input["bytes"].as_u64().unwrap();
        "x".repeat(usize::try_from(bytes).unwrap())
    }

    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

fn tool() -> SampleTool {
    SampleTool::new("make", "Makes it", json!({"type": "object"}))
}

#[mrtr_tool]
async fn agent(effects: &Effects) -> String {
    let done = ask_sample!(
        key = "agent",
        tools = [tool()],
        run = |call| effects.make(call),
        "Go"
    );
    done.await.text().unwrap_or_default()
}

#[mrtr_tool(single_use, max_requests = 4)]
async fn agent_once(effects: &Effects) -> String {
    let done = ask_sample!(
        key = "agent",
        tools = [tool()],
        run = |call| effects.make(call),
        "Go"
    );
    done.await.text().unwrap_or_default()
}

/// So many calls, whose results have so many bytes.
fn calls(count: usize, bytes: usize) -> Value {
    let call = |id| json!({"type": "tool_use", "id": format!("{id}"), "name": "make", "input": {"bytes": bytes}});
    let calls: Vec<Value> = (0..count).map(call).collect();
    json!({"role": "assistant", "content": calls})
}

fn turn(number: usize) -> String {
    match number {
        1 => "agent".to_owned(),
        number => format!("agent#{number}"),
    }
}

#[tokio::test]
async fn no_tool_runs_in_the_last_request_of_a_flow() {
    let (effects, limit) = (Effects::default(), 4);
    let mut client = Client::with(Limits {
        requests: limit,
        ..Limits::default()
    });
    let handler = async |flow: &Flow| agent(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    for number in 1..3 {
        let asked = client
            .send(json!({ (turn(number)): calls(1, 9) }), handler)
            .await;
        assert_eq!(asked.asked(), [turn(number + 1)]);
    }
    assert_eq!(effects.count(), 2);
    let ended = client
        .send(json!({ (turn(3)): calls(3, 9) }), handler)
        .await;
    assert!(
        ended.text().contains("`agent`") && ended.text().contains('4'),
        "{ended:?}"
    );
    assert_eq!(effects.count(), 2);
}

#[tokio::test]
async fn no_tool_runs_in_the_last_request_of_a_flow_whose_rounds_count_once() {
    let effects = Effects::default();
    let mut client = Client::with_store(Limits::default(), Arc::new(MemoryStore::new()));
    let handler = async |flow: &Flow| agent_once(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    for number in 1..3 {
        let asked = client
            .send(json!({ (turn(number)): calls(1, 9) }), handler)
            .await;
        assert_eq!(asked.asked(), [turn(number + 1)]);
        // It answers nothing, so it is none of the requests.
        assert_eq!(
            client.send(json!({}), handler).await.asked(),
            [turn(number + 1)]
        );
    }
    for _ in 0..2 {
        let ended = client
            .fork()
            .send(json!({ (turn(3)): calls(3, 9) }), handler)
            .await;
        assert!(ended.text().contains("`agent`"), "{ended:?}");
    }
    assert_eq!(effects.count(), 2);
}

/// The results of a turn, as the model is told them: their texts, and whether each is an error.
fn told<R: std::fmt::Debug>(reply: &Reply<R>) -> Vec<(String, bool)> {
    let Reply::InputRequired(open) = reply else {
        panic!("{reply:?}")
    };
    let sent = serde_json::to_value(&open.requests[0].1).unwrap();
    let messages = sent["params"]["messages"].as_array().unwrap();
    let results = match &messages.last().unwrap()["content"] {
        Value::Array(results) => results.clone(),
        one => vec![one.clone()],
    };
    let result = |result: &Value| {
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        (text, result["isError"] == true)
    };
    results.iter().map(result).collect()
}

#[tokio::test]
async fn a_result_that_the_state_has_no_room_for_is_an_error_that_the_model_is_told() {
    let effects = Effects::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| agent(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    // 24 KiB of payload fit into 32 KiB of base64: two results do, with what is said of the others.
    let sent = client.send(json!({"agent": calls(16, 10_000)}), handler);
    let (next, log) = crate::logs::logged(sent).await;
    assert_eq!(next.asked(), ["agent#2"]);
    assert_eq!(effects.count(), 16);
    let results = told(&next);
    for (number, (text, is_error)) in results.iter().enumerate() {
        assert_eq!(*is_error, number > 1, "{number}");
        assert!(!is_error || text.contains("there is room for"), "{text}");
    }
    assert!(log.contains("no room") && log.contains("agent"), "{log}");
    // The model goes on, and what it asks for as it was told fits.
    let (_, room) = results[15].0.split_once("there is room for ").unwrap();
    let room: usize = room.split_once(':').unwrap().0.parse().unwrap();
    let less = json!({"agent#2": calls(1, room - 600)});
    let next = client.send(less, handler).await;
    assert_eq!(next.asked(), ["agent#3"]);
    assert!(!told(&next)[0].1, "{next:?}");
}

/// The first loop's tool ends when the second's result is recorded.
#[mrtr_tool]
async fn two_agents(effects: &Effects, first: &tokio::sync::Notify) -> String {
    let waits = async |call: ToolUse| {
        first.notified().await;
        effects.make(call).await
    };
    let (a, b) = tokio::join!(
        ask_sample!(key = "a", tools = [tool()], run = waits, "Make it"),
        async {
            let run = async |call: ToolUse| {
                let made = effects.make(call).await;
                first.notify_one();
                made
            };
            ask_sample!(key = "b", tools = [tool()], run = run, "Make it").await
        }
    );
    format!("{} {}", a.text().is_ok(), b.text().is_ok())
}

#[tokio::test]
async fn loops_side_by_side_have_room_for_what_each_has_to_be_told() {
    let (mut long, mut all) = (0, 0);
    for bytes in (22_000..24_400).step_by(20) {
        let (effects, first) = (Effects::default(), tokio::sync::Notify::new());
        let mut client = Client::new();
        let handler = async |flow: &Flow| two_agents(flow, &effects, &first).await;
        client.send(json!(null), handler).await.asked();
        let called = json!({"a": calls(1, 30_000), "b": calls(1, bytes)});
        let next = client.send(called, handler).await;
        let mut asked = next.asked();
        asked.sort_unstable();
        assert_eq!(asked, ["a#2", "b#2"], "{bytes}");
        (long, all) = (
            long + usize::from(client.state.unwrap().len() > 30_000),
            all + 1,
        );
    }
    assert!(
        0 < long && long < all,
        "{long} of {all}: both sides of the limit are tried"
    );
}

#[tokio::test]
async fn a_result_longer_than_any_state_is_an_error_that_the_model_is_told() {
    let effects = Arc::new(Effects::default());
    let mut client = Client::new();
    let handler = async |flow: &Flow| agent(flow, &effects).await;
    client.send(json!(null), handler).await.asked();
    let called = json!({"agent": calls(1, 100_000)});
    let next = client.send(called, handler).await;
    assert!(told(&next)[0].1);
    // An old client has no state, and no value may be longer than one would be.
    let (request, model) = (client.request(json!(null)), Model(calls(1, 100_000)));
    let done = client
        .mrtr
        .serve_live(request, __mrtr_function_old_agent(), &model, |flow| {
            old_agent_part(flow.body(), effects.clone())
        });
    assert_eq!(done.await.complete(), "done");
    assert_eq!(effects.count(), 2);
}

#[tokio::test]
async fn no_tool_runs_where_not_even_an_error_could_be_told_of_each_call() {
    let effects = Effects::default();
    let handler = async |flow: &Flow| agent(flow, &effects).await;
    let send = async |limit: usize, count: usize| {
        let mut client = Client::with(Limits {
            state_bytes: limit,
            ..Limits::default()
        });
        client.send(json!(null), handler).await.asked();
        let before = effects.count();
        let called = json!({"agent": calls(count, 50_000)});
        let sent = client.send(called, handler).await;
        (sent, effects.count() - before)
    };
    let mut least = [usize::MAX; 2];
    for limit in (1_024..8_000).step_by(50) {
        for (least, count) in least.iter_mut().zip([5, 15]) {
            let (sent, runs) = send(limit, count).await;
            // All or none, and where they ran the model goes on.
            if runs > 0 {
                assert_eq!((runs, sent.asked()), (count, vec!["agent#2"]));
                assert!(told(&sent).iter().all(|(_, is_error)| *is_error));
                *least = limit.min(*least);
            } else {
                assert!(sent.text().contains("state_bytes"), "{sent:?}");
                assert_eq!(*least, usize::MAX, "{limit}");
            }
        }
    }
    assert!(
        1_024 < least[0] && least[0] < least[1] && least[1] < 8_000,
        "{least:?}"
    );
}

#[tokio::test]
async fn what_fits_to_the_byte_is_run() {
    let state_bytes = |limit| Limits {
        state_bytes: limit,
        ..Limits::default()
    };
    let effects = Effects::default();
    let handler = async |flow: &Flow| agent(flow, &effects).await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"agent": calls(3, 700)}), handler)
        .await
        .asked();
    let bytes = client.state.unwrap().len();
    for (limit, fits) in [(bytes, true), (bytes - 1, false)] {
        let mut client = Client::with(state_bytes(limit));
        client.send(json!(null), handler).await.asked();
        let before = effects.count();
        let sent = client.send(json!({"agent": calls(3, 700)}), handler).await;
        let errors = told(&sent).into_iter().map(|(_, is_error)| is_error);
        assert_eq!(errors.collect::<Vec<_>>(), [false, false, !fits]);
        assert_eq!(effects.count(), before + 3);
    }
}

#[tokio::test]
async fn no_tool_runs_for_a_client_that_could_not_be_asked_for_the_next_turn() {
    let effects = Effects::default();
    let handler = async |flow: &Flow| agent(flow, &effects).await;
    let mut client = Client::new();
    client.send(json!(null), handler).await.asked();
    for blind in [
        Capabilities {
            sampling_tools: false,
            ..ALL
        },
        Capabilities {
            sampling: false,
            ..ALL
        },
    ] {
        let mut fork = client.fork();
        fork.capabilities = blind;
        let refused = fork.send(json!({"agent": calls(2, 9)}), handler).await;
        assert_eq!(refused.code(), -32021);
    }
    assert_eq!(effects.count(), 0);
    client
        .send(json!({"agent": calls(2, 9)}), handler)
        .await
        .asked();
    assert_eq!(effects.count(), 2);
}

/// What a round that counts once has asked is kept, also for a client that cannot be asked.
#[tokio::test]
async fn a_client_that_could_not_be_asked_spends_no_round_that_counts_once() {
    let effects = Effects::default();
    let handler = async |flow: &Flow| agent_once(flow, &effects).await;
    let mut client = Client::with_store(Limits::default(), Arc::new(MemoryStore::new()));
    client.send(json!(null), handler).await.asked();
    let mut blind = client.fork();
    blind.capabilities = Capabilities {
        sampling_tools: false,
        ..ALL
    };
    let called = || json!({"agent": calls(2, 9)});
    assert_eq!(blind.send(called(), handler).await.code(), -32021);
    assert_eq!(client.send(called(), handler).await.asked(), ["agent#2"]);
    assert_eq!(effects.count(), 2);
}

/// An old client's model, which calls tools once and then is done.
struct Model(Value);

impl Dialog for Model {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, _): (String, InputRequest)| {
            let done = json!({"role": "assistant", "content": {"type": "text", "text": "done"}});
            let said = if key == "agent" { self.0.clone() } else { done };
            DialogAnswer::new(key, said)
        };
        Box::pin(async move { Ok(requests.into_iter().map(answer).collect()) })
    }
}

/// Its state is not sealed, and stays in its request.
#[tokio::test]
async fn r16_an_old_client_has_room_for_results_that_no_state_would_hold() {
    let effects = Arc::new(Effects::default());
    let client = Client::new();
    let (request, model) = (client.request(json!(null)), Model(calls(5, 10_000)));
    let done = client
        .mrtr
        .serve_live(request, __mrtr_function_old_agent(), &model, |flow| {
            old_agent_part(flow.body(), effects.clone())
        });
    assert_eq!(done.await.complete(), "done");
    assert_eq!(effects.count(), 5);
}

#[mrtr_tool]
async fn old_agent(effects: Arc<Effects>) -> String {
    let done = ask_sample!(
        key = "agent",
        tools = [tool()],
        run = |call| effects.make(call),
        "Go"
    );
    done.await.text().unwrap_or_default()
}

#[mrtr_tool]
async fn slow_agent(effects: &Effects, client: &Client) -> String {
    let run = async |call| {
        let made = effects.make(call).await;
        client.clock.advance(Duration::from_secs(40 * 60));
        made
    };
    let done = ask_sample!(key = "agent", tools = [tool()], run = run, "Go");
    done.await.text().unwrap_or_default()
}

#[tokio::test]
async fn no_tool_runs_when_the_time_of_the_flow_is_over() {
    let effects = Effects::default();
    let mut client = Client::new();
    let clock = client.fork();
    let handler = async |flow: &Flow| slow_agent(flow, &effects, &clock).await;
    client.send(json!(null), handler).await.asked();
    let ended = client.send(json!({"agent": calls(3, 9)}), handler).await;
    assert!(ended.text().contains("flow_time"), "{ended:?}");
    assert_eq!(effects.count(), 2);
}
