//! R11: asks where none can be answered are clear errors, in the log with file and line.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use mrtr_runtime::prelude::*;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};

use crate::harness::{Client, Seen, yes};
use crate::logs::logged;

fn spawn_somewhere<F>(task: F) -> tokio::task::JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    tokio::spawn(task)
}

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn spawns(flow: Flow) -> &'static str {
    let task = spawn_somewhere(sure(flow.part("moved")));
    let _ = tokio::time::timeout(Duration::from_secs(3600), task).await;
    "done"
}

#[tokio::test(start_paused = true)]
async fn a57_an_ask_in_a_spawned_task_fails_at_once_and_names_it() {
    let mut client = Client::new();
    let started = tokio::time::Instant::now();
    let (failed, log) = logged(client.send(json!(null), async |flow| spawns(flow).await)).await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert!(
        log.contains("polled_elsewhere") && log.contains("moved.sure"),
        "{log}"
    );
    assert!(log.contains("r11_misuse.rs:"), "{log}");
}

#[mrtr_tool]
async fn asks_later(
    flow: Flow,
    go: Arc<Notify>,
    asked: mpsc::UnboundedSender<bool>,
) -> &'static str {
    let later = async move {
        go.notified().await;
        let _ = asked.send(false);
        let answer = sure(flow.part("later")).await;
        let _ = asked.send(answer.is_ok());
    };
    drop(spawn_somewhere(later));
    "done"
}

/// Its question goes to nobody, and no answer of the client is for it.
#[tokio::test(start_paused = true)]
async fn a57_an_ask_of_a_task_that_outlives_its_handler_is_never_answered() {
    let mut client = Client::new();
    let go = Arc::new(Notify::new());
    let (sender, mut asked) = mpsc::unbounded_channel();
    let handler = async |flow: &Flow| asks_later(flow, go.clone(), sender.clone()).await;
    let done = client.send(json!(null), handler).await;
    assert_eq!(done.complete(), "done");
    go.notify_one();
    assert_eq!(asked.recv().await, Some(false), "it comes to its ask");
    let hour = Duration::from_secs(3600);
    let answered = tokio::time::timeout(hour, asked.recv()).await;
    assert!(answered.is_err(), "{answered:?}");
    let answers = json!({"later.sure": yes()});
    let again = client.send(answers, handler).await;
    assert_eq!(again.complete(), "done");
}

async fn charge() -> Result<u32, &'static str> {
    Err("no money")
}

#[mrtr_tool]
async fn leaves_a_capture(ask: bool) -> Result<&'static str, Refused> {
    let charged: Result<u32, &str> = async { Ok(capture!(key = "charge", charge().await?)) }.await;
    if charged.is_err() && ask {
        ask_confirm!(key = "retry", "Retry?").await?;
    }
    Ok("gave up")
}

#[tokio::test]
async fn r11_a_round_in_which_a_capture_was_left_does_not_suspend() {
    let mut client = Client::new();
    let (failed, log) =
        logged(client.send(json!(null), async |flow| leaves_a_capture(flow, true).await)).await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("`charge`") && log.contains("`retry`"), "{log}");
    assert_eq!(log.matches("r11_misuse.rs:").count(), 2, "{log}");
    let returned = client
        .send(json!(null), async |flow| {
            leaves_a_capture(flow, false).await
        })
        .await;
    assert_eq!(returned.complete(), Ok("gave up"));
}

#[mrtr_tool]
async fn asks_in_a_capture(flow: Flow) -> bool {
    // `part!` in a capture does not compile; a helper that was handed the flow is not seen.
    capture!(key = "plan", sure(flow.part("sure")).await.is_ok())
}

#[tokio::test(start_paused = true)]
async fn r11_an_ask_inside_a_capture_fails_at_round_time_and_names_both() {
    let mut client = Client::new();
    let (failed, log) =
        logged(client.send(json!(null), async |flow| asks_in_a_capture(flow).await)).await;
    assert_eq!(failed.code(), -32603);
    assert!(
        log.contains("`plan`") && log.contains("`sure.sure`"),
        "{log}"
    );
}

#[mrtr_tool]
async fn shares_a_key(key_of_both: bool) -> Result<u32, Refused> {
    let hold = capture!(key = "hold", 1);
    if key_of_both {
        part!(asks_for_hold()).await?;
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(hold)
}

#[mrtr_part]
async fn asks_for_hold() -> Result<(), Refused> {
    ask_confirm!(key = "hold", "Hold?").await
}

#[tokio::test]
async fn the_keys_of_a_part_do_not_meet_those_of_its_caller() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| shares_a_key(flow, true).await;
    assert_eq!(
        client.send(json!(null), handler).await.asked(),
        ["asks_for_hold.hold"]
    );
    client
        .send(json!({"asks_for_hold.hold": yes()}), handler)
        .await
        .asked();
    assert_eq!(
        client
            .send(json!({"sure": yes()}), handler)
            .await
            .complete(),
        Ok(1)
    );
}

#[mrtr_tool]
async fn run_twice(flow: &Flow) -> &'static str {
    let _ = flow;
    "done"
}

#[tokio::test]
async fn a_flow_is_one_round() {
    let client = Client::new();
    let flow = client.mrtr.open(client.request(json!(null))).unwrap();
    assert_eq!(run_twice(&flow).await.complete(), "done");
    assert_eq!(run_twice(&flow).await.code(), -32603);
}

#[mrtr_tool]
async fn confirms() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn runs_itself_again(flow: Flow) -> &'static str {
    let _ = confirms(&flow).await;
    "deleted without asking"
}

#[tokio::test]
async fn r10_a_flow_run_inside_of_itself_is_fatal_even_when_it_is_swallowed() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| runs_itself_again(flow).await;
    let (failed, log) = logged(client.send(json!(null), handler)).await;
    assert_eq!(failed.code(), -32603);
    assert!(log.contains("run_twice"), "{log}");
}

/// Waits on this thread; what is not there after many polls never comes.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    for _ in 0..1000 {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
    HANGS.fetch_add(1, Ordering::SeqCst);
    panic!("hangs")
}

static HANGS: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn blocks_on_a_capture(bytes: usize) -> usize {
    let page = block_on(async { capture!(key = "page", "x".repeat(bytes)) });
    page.len()
}

#[tokio::test]
async fn r10_a_capture_that_fails_does_not_hang_the_thread_that_blocks_on_it() {
    let mut client = Client::new();
    let fits = client.send(json!(null), async |flow| blocks_on_a_capture(flow, 9).await);
    assert_eq!(fits.await.complete(), 9);
    let too_long = client.send(json!(null), async |flow| {
        blocks_on_a_capture(flow, 99_999).await
    });
    let too_long = too_long.await;
    assert!(too_long.text().contains("`page`"), "{}", too_long.text());
    assert_eq!(HANGS.load(Ordering::SeqCst), 0);
}

/// Waits for a future by blocking the thread, as `futures::executor::block_on` does.
pub fn wait_here<F: Future>(future: F) -> F::Output {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        std::thread::park();
    }
}

#[mrtr_part]
async fn sure_of_it() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[mrtr_tool]
async fn blocks() -> Result<(), Refused> {
    wait_here(part!(sure_of_it()))
}

#[tokio::test]
async fn r11_an_ask_that_blocks_its_thread_fails_at_once_and_names_it() {
    let mut client = Client::new();
    let (failed, log) = logged(client.send(json!(null), async |flow| blocks(flow).await)).await;
    assert_eq!(failed.code(), -32603);
    assert!(
        log.contains("blocked_on") && log.contains("`sure_of_it.sure` ("),
        "{log}"
    );
}

#[mrtr_tool]
async fn asks_in_a_set(rows: &[u32], slow: Duration) -> usize {
    let asks = rows
        .iter()
        .map(|row| ask_confirm!(key = "sure", of = row, "Take {row}?"));
    let asks: FuturesUnordered<_> = asks.collect();
    let wait = async { capture!(key = "slow", tokio::time::sleep(slow).await) };
    let (answers, ()) = tokio::join!(asks.collect::<Vec<_>>(), wait);
    answers.iter().filter(|answer| answer.is_ok()).count()
}

#[tokio::test(start_paused = true)]
async fn r11_asks_in_a_set_of_futures_are_asked_together_while_a_capture_runs() {
    let mut client = Client::new();
    let rows = [1, 2, 3, 4, 5];
    let handler = async |flow: &Flow| asks_in_a_set(flow, &rows, Duration::from_secs(9)).await;
    let asked = client.send(json!(null), handler).await;
    let keys: Vec<String> = asked.asked().iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(keys.len(), 5);
    let answers = keys.into_iter().map(|key| (key, yes())).collect();
    let done = client.send(Value::Object(answers), handler).await;
    assert_eq!(done.complete(), 5);
}
