//! R8: records hold the parsed JSON value and are decoded again in every round.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn exact() -> Result<(u64, u64, i64), Refused> {
    let a = ask_elicit!(u64, "A?").await?;
    let b = capture!(u64::MAX - 1);
    let c = capture!(i64::MIN);
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await?;
    Ok((a, b, c))
}

#[tokio::test]
async fn a12_big_integers_stay_exact_over_rounds() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| exact(flow).await;
    client.send(json!(null), handler).await.asked();
    client
        .send(json!({"a": value(9_007_199_254_740_993_u64)}), handler)
        .await
        .asked();
    client.send(json!({"sure": yes()}), handler).await.asked();
    let done = client.send(json!({"really": yes()}), handler).await;
    assert_eq!(
        done.complete(),
        Ok((9_007_199_254_740_993, u64::MAX - 1, i64::MIN))
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Hold {
    id: String,
    #[serde(skip)]
    cache: u32,
    seats: Vec<(u8, char)>,
    note: Option<String>,
}

#[mrtr_tool(allow(ignored_refusal))]
async fn first_and_later() -> Hold {
    let hold = capture!(Hold {
        id: "h".into(),
        cache: 7,
        seats: vec![(1, 'a')],
        note: None
    });
    let _ = ask_confirm!(key = "sure", "Sure? {}", hold.cache).await;
    hold
}

#[tokio::test]
async fn the_first_run_sees_a_captured_value_as_later_runs_do() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| first_and_later(flow).await;
    let first = client.send(json!(null), handler).await;
    assert_eq!(
        first.message("sure"),
        "Sure? 0",
        "the skipped field is not kept"
    );
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete().seats, [(1, 'a')]);
}

static SENT: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn unit() -> Result<usize, Refused> {
    capture!(key = "send", {
        SENT.fetch_add(1, Ordering::SeqCst);
    });
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(SENT.load(Ordering::SeqCst))
}

#[tokio::test]
async fn a55_nothing_is_a_value_too() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| unit(flow).await;
    client.send(json!(null), handler).await.asked();
    assert_eq!(
        client
            .send(json!({"sure": yes()}), handler)
            .await
            .complete(),
        Ok(1)
    );
}

static MAILS: AtomicUsize = AtomicUsize::new(0);

async fn mail() {
    tokio::task::yield_now().await;
    MAILS.fetch_add(1, Ordering::SeqCst);
}

/// A flag that the block sets does not compile (`a55_variable_set_inside`); what it gives is there in every round.
#[mrtr_tool]
async fn mails() -> Result<bool, Refused> {
    let done = capture!({
        mail().await;
        true
    });
    ask_confirm!(key = "sure", "Done: {done}. Sure?").await?;
    ask_confirm!(key = "really", "Done: {done}. Really?").await?;
    Ok(done)
}

#[tokio::test]
async fn a55_what_a_capture_gives_is_there_in_every_round_and_is_done_once() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| mails(flow).await;
    let first = client.send(json!(null), handler).await;
    assert_eq!(first.message("sure"), "Done: true. Sure?");
    let second = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(second.message("really"), "Done: true. Really?");
    let done = client.send(json!({"really": yes()}), handler).await;
    assert_eq!(done.complete(), Ok(true));
    assert_eq!(MAILS.load(Ordering::SeqCst), 1);
}

#[mrtr_tool]
async fn not_a_number() -> Result<f64, Refused> {
    let rate = capture!(f64::NAN);
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(rate)
}

#[tokio::test]
async fn a54_a_value_that_does_not_read_back_fails_in_the_round_that_records_it() {
    let mut client = Client::new();
    let failed = client
        .send(json!(null), async |flow| not_a_number(flow).await)
        .await;
    assert_eq!(failed.code(), -32603);
}

static FAILED: AtomicUsize = AtomicUsize::new(0);

fn charge() -> Result<u8, String> {
    FAILED.fetch_add(1, Ordering::SeqCst);
    Err("no money".to_owned())
}

#[mrtr_tool]
async fn a_result() -> Result<String, Refused> {
    let charged: Result<u8, String> = capture!(charge());
    if let Err(cause) = charged {
        ask_confirm!(key = "retry", "{cause}. Retry?").await?;
        return Ok(cause);
    }
    Ok("charged".to_owned())
}

#[tokio::test]
async fn a56_a_captured_result_records_its_error() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| a_result(flow).await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(asked.message("retry"), "no money. Retry?");
    let done = client.send(json!({"retry": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("no money".to_owned()));
    assert_eq!(FAILED.load(Ordering::SeqCst), 1);
}

/// A bank that is down at first.
#[derive(Default)]
struct Bank {
    tries: AtomicUsize,
    is_up: AtomicBool,
}

impl Bank {
    fn charge(&self) -> Result<usize, String> {
        let number = self.tries.fetch_add(1, Ordering::SeqCst);
        let is_up = self.is_up.load(Ordering::SeqCst);
        is_up.then_some(number).ok_or("the bank is down".to_owned())
    }
}

#[mrtr_tool]
async fn pays(bank: &Bank) -> Result<String, String> {
    ask_confirm!(key = "sure", "Pay?")
        .await
        .map_err(|no| no.to_string())?;
    let receipt = capture!(bank.charge()?);
    let mail = ask_confirm!(key = "mail", "Mail receipt {receipt}?").await;
    Ok(format!("{receipt} {}", mail.is_ok()))
}

/// Whoever wants an error kept captures the `Result` itself (the test above).
#[tokio::test]
async fn a56_an_error_left_by_a_question_mark_is_not_recorded_and_the_next_try_runs_again() {
    let bank = Bank::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| pays(flow, &bank).await;
    client.send(json!(null), handler).await.asked();
    for _ in 0..2 {
        let failed = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(failed.complete(), Err("the bank is down".to_owned()));
    }
    bank.is_up.store(true, Ordering::SeqCst);
    let asked = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(asked.message("mail"), "Mail receipt 2?");
    bank.is_up.store(false, Ordering::SeqCst);
    let done = client.send(json!({"mail": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("2 true".to_owned()));
    assert_eq!(bank.tries.load(Ordering::SeqCst), 3);
}

static BEFORE: AtomicUsize = AtomicUsize::new(0);
static CAPTURED: AtomicUsize = AtomicUsize::new(0);
static AFTER: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn order() -> Result<(), Refused> {
    BEFORE.fetch_add(1, Ordering::SeqCst);
    capture!(key = "insert", CAPTURED.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "ship", "Ship it?").await?;
    ask_confirm!(key = "really", "Really?").await?;
    AFTER.fetch_add(1, Ordering::SeqCst);
    Ok(())
}

#[tokio::test]
async fn a46_code_before_an_ask_runs_in_each_round_and_a_capture_once() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| order(flow).await;
    client.send(json!(null), handler).await.asked();
    client.send(json!({"ship": yes()}), handler).await.asked();
    client
        .send(json!({"really": yes()}), handler)
        .await
        .complete()
        .unwrap();
    let runs = [&BEFORE, &CAPTURED, &AFTER].map(|count| count.load(Ordering::SeqCst));
    assert_eq!(runs, [3, 1, 1]);
}

#[mrtr_tool]
async fn a_set() -> Result<HashSet<u32>, Refused> {
    let rows: HashSet<u32> = capture!((0..64).collect());
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(rows)
}

#[tokio::test]
async fn r8_a_set_reads_back_although_in_another_order() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| a_set(flow).await;
    client.send(json!(null), handler).await.asked();
    let done = client.send(json!({"sure": yes()}), handler).await;
    assert_eq!(done.complete(), Ok((0..64).collect()));
}

#[mrtr_tool]
async fn measures(number: f64) -> Option<f64> {
    let measured = capture!(Some(number));
    ask_confirm!(key = "sure", "Sure?").await.ok()?;
    measured
}

#[mrtr_tool]
async fn weighs(numbers: &[f64]) -> usize {
    let mut sure = 0;
    for number in numbers {
        let answer = ask_confirm!(key = "sure", of = number, "Sure?").await;
        sure += usize::from(answer.is_ok());
    }
    sure
}

#[mrtr_tool]
async fn compares(number: f64) -> bool {
    ask_confirm!(key = "sure", about = (1, number), "Sure?")
        .await
        .is_ok()
}

#[tokio::test]
async fn a54_a_number_that_is_not_finite_is_never_taken_for_nothing() {
    let failed = Client::new()
        .send(json!(null), async |flow| measures(flow, 0.5).await)
        .await;
    assert_eq!(failed.asked(), ["sure"]);
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let (failed, log) =
            logged(Client::new().send(json!(null), async |flow| measures(flow, number).await))
                .await;
        assert_eq!(failed.code(), -32603);
        assert!(
            log.contains("not_round_trip") && log.contains("not finite"),
            "{log}"
        );
        let (failed, log) =
            logged(Client::new().send(json!(null), async |flow| weighs(flow, &[number]).await))
                .await;
        assert_eq!(failed.code(), -32603);
        assert!(
            log.contains("not_serializable") && log.contains("not finite"),
            "{log}"
        );
        let failed = Client::new()
            .send(json!(null), async |flow| compares(flow, number).await)
            .await;
        assert_eq!(failed.code(), -32603);
    }
}
