//! What a handler logs ahead of the place where the last round ended, it has logged before.

use std::cell::RefCell;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Limits, is_replaying};
use serde_json::{Value, json};

use super::urls::{Page, opened};
use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

/// A log without what is repeated.
#[derive(Default)]
struct Log(RefCell<Vec<&'static str>>);

impl Log {
    fn says(&self, event: &'static str) {
        if !is_replaying() {
            self.0.borrow_mut().push(event);
        }
    }

    fn all(&self) -> Vec<&'static str> {
        self.0.borrow().clone()
    }
}

#[mrtr_part]
async fn pick(log: &Log) -> Result<u32, Refused> {
    log.says("part");
    let number = ask_elicit!(u32, key = "number", "Which?").await?;
    log.says("picked");
    Ok(number)
}

#[mrtr_tool]
async fn sequence(log: &Log, page: &Page) -> Result<&'static str, Refused> {
    log.says("start");
    let one = capture!(key = "one", {
        log.says("in a capture");
        1
    });
    log.says("captured");
    ask_confirm!(key = "sure", "{one}?").await?;
    log.says("sure");
    let _number = part!(pick(log)).await?;
    log.says("after the part");
    capture!(key = "two", {
        log.says("in another capture");
        2
    });
    ask_url!(
        "https://pay.example.com/",
        key = "page",
        until = page.receipt().await,
        "Pay"
    )
    .await?;
    log.says("paid");
    ask_confirm!(key = "last", "Done?").await?;
    log.says("end");
    Ok("done")
}

const SEQUENCE: [&str; 10] = [
    "start",
    "in a capture",
    "captured",
    "sure",
    "part",
    "picked",
    "after the part",
    "in another capture",
    "paid",
    "end",
];

fn impatient() -> Client {
    Client::with(Limits {
        hold_open: std::time::Duration::ZERO,
        ..Limits::default()
    })
}

#[tokio::test]
async fn a60_each_event_of_a_sequence_is_logged_once_and_none_is_lost() {
    let (log, page) = (Log::default(), Page::default());
    let mut client = impatient();
    let handler = async |flow: &Flow| sequence(flow, &log, &page).await;
    client.send(json!(null), handler).await.asked();
    assert_eq!(log.all(), SEQUENCE[..3]);
    // Asked again, since nothing came.
    client.send(json!({}), handler).await.asked();
    assert_eq!(log.all(), SEQUENCE[..3]);
    client.send(json!({"sure": yes()}), handler).await.asked();
    assert_eq!(log.all(), SEQUENCE[..5]);
    // Asked again, since what came is no number.
    let wrong = json!({"pick.number": value("many")});
    client.send(wrong, handler).await.asked();
    assert_eq!(log.all(), SEQUENCE[..5]);
    let right = json!({"pick.number": value(4)});
    client.send(right, handler).await.asked();
    assert_eq!(log.all(), SEQUENCE[..8]);
    // The page is opened and not done.
    client
        .send(json!({"page": opened()}), handler)
        .await
        .asked();
    assert_eq!(log.all(), SEQUENCE[..8]);
    page.pay();
    client
        .send(json!({"page": opened()}), handler)
        .await
        .asked();
    assert_eq!(log.all(), SEQUENCE[..9]);
    let done = client.send(json!({"last": yes()}), handler).await;
    assert_eq!(done.complete(), Ok("done"));
    assert_eq!(log.all(), SEQUENCE);
}

#[mrtr_tool]
async fn rows(log: &Log) -> Result<usize, Refused> {
    let mut kept = 0;
    for row in ["a", "b", "c"] {
        log.says(row);
        kept += usize::from(
            ask_confirm!(key = "keep", of = row, "Keep {row}?")
                .await
                .is_ok(),
        );
    }
    log.says("counted");
    Ok(kept)
}

#[tokio::test]
async fn each_turn_of_a_loop_is_logged_once() {
    let log = Log::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| rows(flow, &log).await;
    let mut round = client.send(json!(null), handler).await;
    for _ in 0..3 {
        let keys = round.asked();
        let answer: Value = json!({keys[0]: yes()});
        round = client.send(answer, handler).await;
    }
    assert_eq!(round.complete(), Ok(3));
    assert_eq!(log.all(), ["a", "b", "c", "counted"]);
}

#[mrtr_tool]
async fn joined(log: &Log) -> Result<bool, Refused> {
    log.says("start");
    let (one, two) = tokio::join!(
        async {
            let one = ask_confirm!(key = "one", "One?").await;
            log.says("one");
            one
        },
        async {
            log.says("ahead of two");
            let two = ask_confirm!(key = "two", "Two?").await;
            log.says("two");
            two
        },
    );
    log.says("both");
    Ok(one.is_ok() && two.is_ok())
}

#[tokio::test]
async fn no_event_behind_a_joined_ask_is_lost() {
    let log = Log::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| joined(flow, &log).await;
    client.send(json!(null), handler).await.asked();
    assert_eq!(log.all(), ["start", "ahead of two"]);
    client.send(json!({"one": yes()}), handler).await.asked();
    client
        .send(json!({"two": yes()}), handler)
        .await
        .complete()
        .unwrap();
    let all = log.all();
    for event in ["one", "two", "both"] {
        assert!(all.contains(&event), "{event} is lost: {all:?}");
    }
    let starts = all.iter().filter(|event| **event == "start");
    assert_eq!(starts.count(), 1);
}

#[tokio::test]
async fn what_is_ahead_of_an_open_ask_is_told_again_if_an_earlier_branch_went_on() {
    let log = Log::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| joined(flow, &log).await;
    client.send(json!(null), handler).await.asked();
    client.send(json!({"one": yes()}), handler).await.asked();
    let twice = log
        .all()
        .iter()
        .filter(|event| **event == "ahead of two")
        .count();
    assert_eq!(twice, 2);

    // The branch that goes on is the later one.
    let log = Log::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| joined(flow, &log).await;
    client.send(json!(null), handler).await.asked();
    client.send(json!({"two": yes()}), handler).await.asked();
    assert_eq!(log.all(), ["start", "ahead of two", "ahead of two", "two"]);
}

#[mrtr_tool]
async fn waits(log: &Log, waits: bool) -> Result<bool, Refused> {
    let (one, two) = tokio::join!(
        async {
            if waits {
                tokio::task::yield_now().await;
            }
            log.says("ahead of one");
            let one = ask_confirm!(key = "one", "One?").await;
            log.says("one");
            one
        },
        async {
            let two = ask_confirm!(key = "two", "Two?").await;
            log.says("two");
            two
        },
    );
    Ok(one.is_ok() && two.is_ok())
}

#[tokio::test]
async fn what_a_branch_had_not_come_to_is_hidden_if_it_is_polled_ahead_of_the_one_that_goes_on() {
    for (still_waits, told) in [
        (false, ["two"].as_slice()),
        (true, &["two", "ahead of one"]),
    ] {
        let log = Log::default();
        let mut client = Client::new();
        let first = async |flow: &Flow| waits(flow, &log, true).await;
        assert_eq!(client.send(json!(null), first).await.asked(), ["two"]);
        let second = async |flow: &Flow| waits(flow, &log, still_waits).await;
        client.send(json!({"two": yes()}), second).await.asked();
        assert_eq!(log.all(), told);
    }
}

#[tokio::test]
async fn outside_of_a_handler_nothing_is_replayed() {
    assert!(!is_replaying());
    let log = Log::default();
    let mut client = Client::new();
    let handler = async |flow: &Flow| rows(flow, &log).await;
    client.send(json!(null), handler).await.asked();
    let inner = async |flow: &Flow| {
        let reply = rows(flow, &log).await;
        assert!(!is_replaying());
        reply
    };
    client.send(json!({}), inner).await.asked();
    assert!(!is_replaying());
}

#[mrtr_tool]
async fn either(log: &Log, asks: bool) -> Result<&'static str, Refused> {
    log.says("start");
    if asks {
        ask_confirm!(key = "sure", "Sure?").await?;
    }
    log.says("end");
    Ok("done")
}

#[tokio::test]
async fn a_handler_that_comes_by_nothing_that_was_open_says_that_its_events_are_hidden() {
    let log = Log::default();
    let mut client = Client::new();
    let asks = async |flow: &Flow| either(flow, &log, true).await;
    let passes = async |flow: &Flow| either(flow, &log, false).await;
    client.send(json!(null), asks).await.asked();
    let (done, told) = logged(client.send(json!({"sure": yes()}), passes)).await;
    assert_eq!(done.complete(), Ok("done"));
    assert_eq!(log.all(), ["start"]);
    assert!(told.contains("came by nothing that was open"), "{told}");

    let (_, told) = logged(Client::new().send(json!(null), passes)).await;
    assert!(!told.contains("came by nothing"), "{told}");
}

#[cfg(feature = "tracing-subscriber")]
mod hidden {
    use std::sync::{Arc, Mutex};

    use mrtr_runtime::__private::{At, Keepable, TaskStart, task};
    use mrtr_runtime::{Answering, Dialog, DialogAnswer, HideRepeats, InputRequest};
    use tracing::field::{Field, Visit};
    use tracing::instrument::WithSubscriber as _;
    use tracing::{Event, Subscriber};
    use tracing_subscriber::layer::{Context, SubscriberExt as _};
    use tracing_subscriber::{Layer, Registry};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<String>>>);

    impl<S: Subscriber> Layer<S> for Lines {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            if event.metadata().target().contains("repeats") {
                event.record(&mut self.clone());
            }
        }
    }

    impl Visit for Lines {
        fn record_debug(&mut self, _: &Field, value: &dyn std::fmt::Debug) {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }

    #[mrtr_tool]
    async fn order() -> Result<&'static str, Refused> {
        tracing::info!("looked at");
        ask_confirm!(key = "sure", "Order?").await?;
        tracing::info!("ordered");
        ask_confirm!(key = "paid", "Pay?").await?;
        tracing::info!("paid");
        Ok("done")
    }

    async fn log_to(subscriber: impl Subscriber + Send + Sync + 'static) {
        let subscriber = Arc::new(subscriber);
        let mut client = Client::new();
        let handler = async |flow: &Flow| order(flow).await;
        for answers in [json!(null), json!({"sure": yes()}), json!({"paid": yes()})] {
            let round = client.send(answers, handler);
            let _ = round.with_subscriber(Arc::clone(&subscriber)).await;
        }
    }

    #[tokio::test]
    async fn a_layer_and_a_filter_hide_what_was_logged_before() {
        let (all, filtered, kept) = (Lines::default(), Lines::default(), Lines::default());
        let filter = filtered.clone().with_filter(HideRepeats::new());
        log_to(Registry::default().with(all.clone()).with(filter)).await;
        log_to(
            Registry::default()
                .with(HideRepeats::new())
                .with(kept.clone()),
        )
        .await;
        let once = ["looked at", "ordered", "paid"];
        assert_eq!(*filtered.0.lock().unwrap(), once);
        assert_eq!(*kept.0.lock().unwrap(), once);
        assert_eq!(all.0.lock().unwrap().len(), 6);
    }

    /// Says yes to everything.
    struct Agrees;

    impl Dialog for Agrees {
        fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
            let answers = requests.into_iter();
            let answers = answers.map(|(key, _)| DialogAnswer::new(key, yes()));
            let answers = answers.collect();
            Box::pin(async { Ok(answers) })
        }
    }

    /// All that is logged while this runs, and what is left of it.
    async fn seen(run: impl Future<Output = ()>) -> [Vec<String>; 2] {
        let (all, kept) = (Lines::default(), Lines::default());
        let filter = kept.clone().with_filter(HideRepeats::new());
        let subscriber = Registry::default().with(all.clone()).with(filter);
        run.with_subscriber(subscriber).await;
        [all, kept].map(|lines| lines.0.lock().unwrap().clone())
    }

    #[tokio::test]
    async fn a60_an_old_clients_call_logs_each_event_once() {
        let client = Client::new();
        let [all, kept] = seen(async {
            let (request, function) = (client.request(json!(null)), __mrtr_function_order());
            let body = |flow: Flow| order_part(flow.body());
            let mrtr = &client.mrtr;
            let done = mrtr.serve_live(request, function, &Agrees, body).await;
            assert_eq!(done.complete(), Ok("done"));
        })
        .await;
        assert_eq!(kept, ["looked at", "ordered", "paid"]);
        assert_eq!(all.len(), 6);
    }

    #[mrtr_tool]
    async fn order_in_a_task(flow: &Flow) -> Result<String, Refused> {
        tracing::info!("looked at");
        // As `become_task!` does it, which asks for an SDK.
        let at = At {
            flow,
            key: "task",
            file: file!(),
            line: line!(),
        };
        task(at).begin().await;
        tracing::info!("in the task");
        ask_confirm!(key = "sure", "Order?").await?;
        tracing::info!("ordered");
        Ok("done".to_owned())
    }

    #[tokio::test]
    async fn a60_a_task_logs_each_event_once() {
        let client = Client::new();
        let [all, kept] = seen(async {
            let function = __mrtr_function_order_in_a_task();
            let mut begun = None::<TaskStart>;
            let launch = |start| {
                begun = Some(start);
                Ok("a task".to_owned())
            };
            let body = |flow: Flow| order_in_a_task_part(flow.body());
            let request = client.request(json!(null));
            let mrtr = &client.mrtr;
            let became = mrtr.serve_task(request, function, Keepable::keep(), launch, body);
            became.await.complete().unwrap();
            let never = Box::pin(std::future::pending());
            let done = begun.unwrap().run(&Agrees, never, body).await;
            assert_eq!(done.complete(), Ok("done".to_owned()));
        })
        .await;
        assert_eq!(kept, ["looked at", "in the task", "ordered"]);
        assert_eq!(all.len(), 6);
    }
}
