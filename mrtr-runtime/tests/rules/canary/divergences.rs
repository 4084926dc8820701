//! Paths of handlers that do not replay as they were recorded.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::form::{Form, Violations};
use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::*;

#[mrtr_tool]
async fn captures_text() -> Result<(), Refused> {
    capture!(key = "hold", format!("{CANARY} captured"));
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn captures_number() -> Result<(), Refused> {
    capture!(key = "hold", 7_u32);
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool(version = 1, accept = [1], allow(unused_answer))]
async fn asks_for_hold() -> Result<(), Refused> {
    ask_elicit!(String, key = "hold", "Hold {CANARY}?").await?;
    ask_confirm!(key = "sure", "Sure?").await
}

/// Decodes once, and never again.
struct Moody;

static DECODED: AtomicUsize = AtomicUsize::new(0);

impl Elicit for Moody {
    fn form() -> &'static Form {
        String::form()
    }

    fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
        let is_first = DECODED.fetch_add(1, Ordering::SeqCst) == 0;
        let content = if is_first { content } else { &Map::new() };
        String::decode(content).map(|_| Self)
    }
}

#[mrtr_tool]
async fn asks_a_moody_form() -> Result<(), Refused> {
    ask_elicit!(Moody, key = "name", "Name {CANARY}?")
        .await
        .map(|_| ())
}

#[mrtr_part]
async fn asks_in_a_part() -> Result<(), Refused> {
    ask_elicit!(String, key = "hold", "Hold {CANARY}?")
        .await
        .map(|_| ())
}

/// Where the macro does not see that two parts have one name.
#[mrtr_tool]
async fn shares_a_key(flow: Flow) -> Result<(), Refused> {
    captures_in_a_part(flow.part("same")).await;
    asks_in_a_part(flow.part("same")).await
}

#[mrtr_part]
async fn captures_in_a_part() {
    capture!(key = "hold", format!("{CANARY} captured"));
}

/// Of no turn in particular, which no macro sees.
const fn same() -> u8 {
    0
}

#[mrtr_tool]
async fn captures_twice() -> Result<(), Refused> {
    let mut turns = 0;
    while turns < 2 {
        turns += 1;
        part!(key = "each", of = same(), captures_in_a_part()).await;
    }
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn is_of_a_map() -> Result<(), Refused> {
    let map = HashMap::from([((1, 2), CANARY)]);
    ask_confirm!(key = "sure", of = map, "Sure of {CANARY}?").await
}

#[derive(Serialize, Deserialize)]
struct OneWay {
    #[serde(rename(serialize = "cAnArY-there", deserialize = "cAnArY-back"))]
    text: String,
}

#[mrtr_tool]
async fn does_not_read_back() -> Result<(), Refused> {
    let text = format!("{CANARY} captured");
    let one_way = capture!(key = "hold", OneWay { text });
    ask_confirm!(key = "sure", "Sure of {}?", one_way.text).await
}

#[mrtr_tool(allow(ignored_refusal))]
async fn forgets_its_ask() -> &'static str {
    let sure = ask_confirm!("Sure of {CANARY}?");
    drop(sure);
    CANARY
}

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure of {CANARY}?").await
}

fn spawn_somewhere<F>(task: F) -> tokio::task::JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    tokio::spawn(task)
}

#[mrtr_tool]
async fn asks_elsewhere(flow: Flow) -> &'static str {
    let task = spawn_somewhere(sure(flow.part("moved")));
    let _ = tokio::time::timeout(Duration::from_secs(3600), task).await;
    CANARY
}

#[mrtr_tool]
async fn leaves_a_capture() -> Result<(), Refused> {
    let failed: Result<u32, String> = Err(format!("{CANARY} error"));
    let charged: Result<u32, String> = async { Ok(capture!(key = "charge", failed?)) }.await;
    if charged.is_err() {
        ask_confirm!(key = "retry", "Retry {CANARY}?").await?;
    }
    Ok(())
}

#[mrtr_tool]
async fn captures_for_ever() -> Result<(), Refused> {
    let asks = async { ask_confirm!(key = "sure", "Sure?").await };
    let waits = async {
        capture!(key = "hold", std::future::pending::<String>().await);
    };
    tokio::join!(asks, waits).0
}

#[mrtr_tool]
async fn returns() -> &'static str {
    CANARY
}

/// Sends the answers one after the other, each to its handler.
#[mrtr_tool]
async fn blocks() -> Result<(), Refused> {
    crate::r11_misuse::wait_here(part!(sure()))
}

macro_rules! through {
    ($label:literal, $($answers:expr => $handler:expr),+) => {
        path(Counter::Diverged, $label, Spy::new(), |spy| {
            Box::pin(async move {
                $(spy.send($answers, $handler).await;)+
            })
        })
    };
}

fn all() -> Vec<Path> {
    vec![
        through!("capture_type",
            json!(null) => async |flow: &Flow| captures_text(flow).await,
            json!({"sure": yes()}) => async |flow: &Flow| captures_number(flow).await),
        through!("capture_asked",
            json!(null) => async |flow: &Flow| captures_text(flow).await,
            json!({"sure": yes()}) => async |flow: &Flow| asks_for_hold(flow).await),
        through!("answer_captured",
            json!(null) => async |flow: &Flow| asks_for_hold(flow).await,
            json!({"hold": sung()}) => async |flow: &Flow| asks_for_hold(flow).await,
            json!({"sure": yes()}) => async |flow: &Flow| captures_text(flow).await),
        through!("answer_type",
            json!(null) => async |flow: &Flow| asks_a_moody_form(flow).await,
            json!({"name": sung()}) => async |flow: &Flow| asks_a_moody_form(flow).await),
        through!("key_shared", json!(null) => async |flow: &Flow| shares_a_key(flow).await),
        through!("capture_repeated", json!(null) => async |flow: &Flow| captures_twice(flow).await),
        through!("not_serializable", json!(null) => async |flow: &Flow| is_of_a_map(flow).await),
        through!("not_round_trip", json!(null) => async |flow: &Flow| does_not_read_back(flow).await),
        through!("never_awaited", json!(null) => async |flow: &Flow| forgets_its_ask(flow).await),
        through!("polled_elsewhere", json!(null) => async |flow: &Flow| asks_elsewhere(flow).await),
        through!("blocked_on", json!(null) => async |flow: &Flow| blocks(flow).await),
        through!("capture_left", json!(null) => async |flow: &Flow| leaves_a_capture(flow).await),
        through!("round_time", json!(null) => async |flow: &Flow| captures_for_ever(flow).await),
        through!("run_twice", json!(null) => async |flow: &Flow| {
            let _ = returns(flow).await;
            returns(flow).await
        }),
    ]
}

#[tokio::test(start_paused = true)]
async fn divergences_are_silent_and_counted_under_the_word_of_their_log() {
    let ends = walk_all(all()).await;
    // The compiler refuses a bad key first.
    assert_all(Counter::Diverged, &ends, &["bad_key"]);
}
