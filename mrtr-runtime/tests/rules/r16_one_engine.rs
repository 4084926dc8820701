//! R16: old clients are served by the same replay, inside one request.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Answering, Dialog, DialogAnswer, InputRequest, Limits, MemoryStore, Principal, Reply,
};
use serde_json::{Value, json};

use crate::harness::{Client, NONE, Seen, value, yes};

/// Answers each question from a list, and remembers the rounds.
struct Script {
    answers: Value,
    rounds: Mutex<Vec<Vec<String>>>,
    waits: Duration,
}

impl Script {
    fn new(answers: Value) -> Self {
        Self {
            answers,
            rounds: Mutex::default(),
            waits: Duration::ZERO,
        }
    }
}

impl Dialog for Script {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        Box::pin(async move {
            tokio::time::sleep(self.waits).await;
            let keys: Vec<String> = requests.into_iter().map(|(key, _)| key).collect();
            self.rounds.lock().unwrap().push(keys.clone());
            Ok(keys
                .into_iter()
                .map(|key| DialogAnswer::new(&*key, self.answers[&key].clone()))
                .collect())
        })
    }
}

#[mrtr_tool]
async fn mixed(captured: Arc<AtomicUsize>) -> Result<String, Refused> {
    let (name, city) = tokio::join!(ask_elicit!(String, "Name?"), ask_elicit!(String, "City?"));
    let hold = capture!(captured.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{} of {}, {hold}", name?, city?))
}

#[tokio::test]
async fn r16_an_old_client_is_asked_by_requests_within_one_call() {
    let captured = Arc::<AtomicUsize>::default();
    let client = Client::new();
    let answers = json!({"name": value("Ann"), "city": value("Oslo"), "sure": yes()});
    let script = Script::new(answers);
    let request = client.request(json!(null));
    let done = client
        .mrtr
        .serve_live(request, __mrtr_function_mixed(), &script, |flow| {
            mixed_part(flow.body(), captured.clone())
        })
        .await;
    assert_eq!(done.complete(), Ok("Ann of Oslo, 0".to_owned()));
    assert_eq!(captured.load(Ordering::SeqCst), 1);
    assert_eq!(
        *script.rounds.lock().unwrap(),
        [vec!["name", "city"], vec!["sure"]]
    );
}

#[tokio::test]
async fn r16_capabilities_are_checked_before_a_question_is_sent() {
    let captured = Arc::<AtomicUsize>::default();
    let mut client = Client::new();
    client.capabilities = NONE;
    let script = Script::new(json!({}));
    let failed = client
        .mrtr
        .serve_live(
            client.request(json!(null)),
            __mrtr_function_mixed(),
            &script,
            |flow| mixed_part(flow.body(), captured.clone()),
        )
        .await;
    assert_eq!(failed.code(), -32021);
    assert!(script.rounds.lock().unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn r16_a_question_to_an_old_client_is_timed() {
    let captured = Arc::<AtomicUsize>::default();
    let client = Client::with(Limits {
        ttl: Duration::from_secs(5),
        ..Limits::default()
    });
    let mut script = Script::new(json!({}));
    script.waits = Duration::from_secs(3600);
    let started = tokio::time::Instant::now();
    let failed = client
        .mrtr
        .serve_live(
            client.request(json!(null)),
            __mrtr_function_mixed(),
            &script,
            |flow| mixed_part(flow.body(), captured.clone()),
        )
        .await;
    assert_eq!(failed.text(), "`name` was not answered in time (`ttl`).");
    assert_eq!(started.elapsed(), Duration::from_secs(5));
}

#[tokio::test(start_paused = true)]
async fn r16_dialogs_that_are_open_at_once_are_bounded() {
    let captured = Arc::<AtomicUsize>::default();
    let client = Client::with(Limits {
        open_dialogs: 1,
        ..Limits::default()
    });
    let answers = json!({"name": value("Ann"), "city": value("Oslo"), "sure": yes()});
    let mut script = Script::new(answers);
    script.waits = Duration::from_secs(1);
    let serve = || {
        client.mrtr.serve_live(
            client.request(json!(null)),
            __mrtr_function_mixed(),
            &script,
            |flow| mixed_part(flow.body(), captured.clone()),
        )
    };
    let (first, second) = tokio::join!(serve(), serve());
    let refused = [&first, &second].map(|reply| matches!(reply, mrtr_runtime::Reply::Failed(_)));
    assert!(
        refused == [true, false] || refused == [false, true],
        "{first:?} {second:?}"
    );
    let refused = if refused[0] { &first } else { &second };
    assert!(
        refused.text().contains("`open_dialogs`"),
        "{}",
        refused.text()
    );
    assert!(refused.text().contains("`name`"), "{}", refused.text());
    serve().await.complete().unwrap();
}

#[tokio::test(start_paused = true)]
async fn r16_one_caller_has_its_share_of_the_open_dialogs() {
    let client = Client::with(Limits {
        open_dialogs: 3,
        open_dialogs_per_caller: 2,
        ..Limits::default()
    });
    let (mrtr, captured) = (&client.mrtr, Arc::<AtomicUsize>::default());
    let answers = json!({"name": value("Ann"), "city": value("Oslo"), "sure": yes()});
    let mut script = Script::new(answers);
    script.waits = Duration::from_secs(1);
    let serve = |caller: &str| {
        let mut client = client.clone();
        client.principal = Principal::new("issuer", caller);
        let request = client.request(json!(null));
        mrtr.serve_live(request, __mrtr_function_mixed(), &script, |flow| {
            mixed_part(flow.body(), captured.clone())
        })
    };
    let (ada, bob) = (["ada"; 3], ["bob"; 2]);
    let calls = ada.into_iter().chain(bob).map(serve);
    let replies = futures_util::future::join_all(calls).await;
    let limit = |reply: &Reply<_>| match reply {
        Reply::Failed(_) if reply.text().contains("`open_dialogs_per_caller`") => "share",
        Reply::Failed(_) if reply.text().contains("`open_dialogs`") => "all",
        _ => "asked",
    };
    let limits: Vec<_> = replies.iter().map(limit).collect();
    assert_eq!(limits, ["asked", "asked", "share", "asked", "all"]);
    // What was taken is given back.
    for caller in ["ada", "ada", "bob"] {
        serve(caller).await.complete().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn r16_a_cancelled_request_takes_its_question_back() {
    let captured = Arc::<AtomicUsize>::default();
    let client = Client::new();
    let mut script = Script::new(json!({}));
    script.waits = Duration::from_secs(3600);
    let request = client
        .request(json!(null))
        .cancelled(tokio::time::sleep(Duration::from_secs(1)));
    let started = tokio::time::Instant::now();
    let failed = client
        .mrtr
        .serve_live(request, __mrtr_function_mixed(), &script, |flow| {
            mixed_part(flow.body(), captured.clone())
        })
        .await;
    assert!(matches!(failed, mrtr_runtime::Reply::Failed(_)));
    assert_eq!(started.elapsed(), Duration::from_secs(1));
}

#[tokio::test]
async fn r16_answers_of_an_old_client_are_bounded_like_all_others() {
    let captured = Arc::<AtomicUsize>::default();
    let client = Client::new();
    let script = Script::new(json!({"name": value("x".repeat(70_000)), "city": value("Oslo")}));
    let failed = client
        .mrtr
        .serve_live(
            client.request(json!(null)),
            __mrtr_function_mixed(),
            &script,
            |flow| mixed_part(flow.body(), captured.clone()),
        )
        .await;
    assert_eq!(failed.code(), -32602);
}

#[mrtr_tool(max_requests = 3)]
async fn short(captured: Arc<AtomicUsize>) -> Result<(), Refused> {
    captured.fetch_add(1, Ordering::SeqCst);
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool(single_use, max_requests = 3)]
async fn short_once(captured: Arc<AtomicUsize>) -> Result<(), Refused> {
    captured.fetch_add(1, Ordering::SeqCst);
    ask_confirm!(key = "sure", "Sure?").await
}

/// It answers with the shape of a wrapped response, which is none. Where rounds count once, it has no more tries for it.
#[tokio::test]
async fn r16_a_client_that_answers_nothing_is_asked_as_often_as_it_may_be() {
    let script = || Script::new(json!({"sure": {"method": "elicitation/create", "result": {}}}));
    let client = Client::with_store(Limits::default(), Arc::new(MemoryStore::new()));
    let mut asked = Vec::new();
    for once in [false, true] {
        let (script, runs) = (script(), Arc::<AtomicUsize>::default());
        let request = client.request(json!(null));
        let failed = if once {
            let short = |flow: Flow| short_once_part(flow.body(), runs.clone());
            let function = __mrtr_function_short_once();
            client
                .mrtr
                .serve_live(request, function, &script, short)
                .await
        } else {
            let short = |flow: Flow| short_part(flow.body(), runs.clone());
            let function = __mrtr_function_short();
            client
                .mrtr
                .serve_live(request, function, &script, short)
                .await
        };
        assert!(failed.text().contains("3 requests"), "{failed:?}");
        assert_eq!(runs.load(Ordering::SeqCst), 3);
        asked.push(script.rounds.lock().unwrap().len());
    }
    assert_eq!(asked, [2, 2]);
}
