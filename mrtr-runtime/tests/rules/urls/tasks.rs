//! Pages in tasks: no request is held open, so they are looked at for as long as the task may take.

use std::sync::Mutex;
use std::time::Duration;

use mrtr_runtime::__private::{At, Keepable, TaskStart, task};
use mrtr_runtime::prelude::*;
use mrtr_runtime::{Answering, Dialog, DialogAnswer, Failure, InputRequest, Limits};
use serde_json::json;
use tokio::time::Instant;

use super::looks::{HANGS, Provider};
use super::{PAGE, opened};
use crate::harness::{Client, Seen, yes};

const SECOND: Duration = Duration::from_secs(1);

#[mrtr_tool]
async fn pay_in_a_task(flow: &Flow, provider: &Provider) -> Result<String, Refused> {
    // As `become_task!` does it, which asks for an SDK.
    let at = At {
        flow,
        key: "task",
        file: file!(),
        line: line!(),
    };
    task(at).begin().await;
    let receipt = ask_url!(PAGE, until = provider.receipt().await, "Pay").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(receipt.to_owned())
}

/// Whoever looks after the task. They agree to everything at once.
#[derive(Default)]
struct Agrees(Mutex<Vec<String>>);

impl Dialog for Agrees {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, request)| {
            self.0.lock().unwrap().push(String::clone(&key));
            let answer = match request {
                InputRequest::ElicitUrl { .. } => opened(),
                _ => yes(),
            };
            DialogAnswer::new(key, answer)
        };
        let answers = requests.into_iter().map(answer).collect();
        Box::pin(async { Ok(answers) })
    }
}

type Paid = Reply<Result<String, Refused>>;

/// What was asked in the task, how it ended, and how long it took.
async fn run(limits: Limits, provider: &Provider) -> (Vec<String>, Paid, Duration) {
    let client = Client::with(limits);
    let function = __mrtr_function_pay_in_a_task();
    let mut begun = None::<TaskStart>;
    let launch = |start| {
        begun = Some(start);
        Ok("a task".to_owned())
    };
    let body = |flow: Flow| pay_in_a_task_part(flow.body(), provider);
    let request = client.request(json!(null));
    let became = client
        .mrtr
        .serve_task(request, function, Keepable::keep(), launch, body)
        .await;
    assert_eq!(became.complete(), Ok("a task".to_owned()));
    let (dialog, started) = (Agrees::default(), Instant::now());
    let never = Box::pin(std::future::pending());
    let ended = begun.unwrap().run(&dialog, never, body).await;
    (dialog.0.into_inner().unwrap(), ended, started.elapsed())
}

/// A page that is done so late: it is looked at fifteen seconds after the last time.
fn done_after(seconds: u32) -> Provider {
    let looks = 1 + 6 + seconds / 15;
    Provider::taking(&vec![0; looks as usize])
}

#[tokio::test(start_paused = true)]
async fn a_page_of_a_task_is_asked_for_once_and_waited_for_as_long_as_the_task_may_take() {
    let (asked, done, took) = run(Limits::default(), &done_after(3000)).await;
    assert_eq!(asked, ["receipt", "sure"]);
    assert_eq!(done.complete(), Ok("R-7".to_owned()));
    assert!((3000 * SECOND..3600 * SECOND).contains(&took), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_page_of_a_task_that_is_never_done_ends_with_the_task() {
    let (asked, ended, took) = run(Limits::default(), &done_after(4000)).await;
    assert_eq!(asked, ["receipt"]);
    assert!(ended.text().contains("took"), "{ended:?}");
    assert_eq!(took, 3600 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_look_that_hangs_in_a_task_is_given_up_and_there_is_another() {
    let provider = Provider::taking(&[0, HANGS, 0, HANGS, HANGS]);
    let (asked, done, took) = run(Limits::default(), &provider).await;
    assert_eq!(asked, ["receipt", "sure"]);
    assert_eq!(done.complete(), Ok("R-7".to_owned()));
    assert_eq!((provider.looks(), provider.given_up()), (7, 3));
    assert!((60 * SECOND..70 * SECOND).contains(&took), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_page_of_a_task_whose_first_look_hangs_is_asked_for() {
    let provider = Provider::taking(&[HANGS]);
    let (asked, done, took) = run(Limits::default(), &provider).await;
    assert_eq!(asked, ["receipt", "sure"]);
    assert_eq!(done.complete(), Ok("R-7".to_owned()));
    assert_eq!(took, 20 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn pages_of_tasks_are_asked_for_again_at_once_where_no_request_is_held_open() {
    let limits = Limits {
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    let (asked, ended, took) = run(limits, &done_after(100)).await;
    assert!(
        matches!(ended, Reply::Failed(Failure::Tool(_))),
        "{ended:?}"
    );
    assert_eq!(asked, ["receipt"; 6]);
    assert_eq!(took, Duration::ZERO);
}
