//! R2: what a page that nobody was asked for yet waits for, other asks wait for, too: it belongs to their round.

use std::sync::Mutex;
use std::time::Duration;

use mrtr_runtime::__private::{At, Keepable, TaskStart, task};
use mrtr_runtime::prelude::*;
use mrtr_runtime::{Answering, Dialog, DialogAnswer, InputRequest, Limits};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::looks::{HANGS, Provider};
use super::{PAGE, opened};
use crate::harness::{Client, Seen, value};
use crate::logs::logged;

const SECOND: Duration = Duration::from_secs(1);

type Paid = Result<String, Refused>;

#[mrtr_tool]
async fn pay_and_name(provider: &Provider) -> Paid {
    let (paid, name) = tokio::join!(
        ask_url!(PAGE, key = "page", until = slow(provider).await, "Pay"),
        ask_elicit!(String, key = "name", "Your name?"),
    );
    Ok(format!("{} {}", paid?, name?))
}

/// As the provider, and it is not done where that takes only one or two seconds.
async fn slow(provider: &Provider) -> Option<&'static str> {
    let started = Instant::now();
    let receipt = provider.receipt().await;
    receipt.filter(|_| !(SECOND..3 * SECOND).contains(&started.elapsed()))
}

fn keys<R: std::fmt::Debug>(reply: &Reply<R>) -> Vec<&str> {
    let mut keys = reply.asked();
    keys.sort_unstable();
    keys
}

#[tokio::test(start_paused = true)]
async fn r2_a_form_waits_for_the_look_at_a_page_beside_it() {
    for (takes, waits) in [(0, 0), (1, 1), (HANGS, 5)] {
        let provider = Provider::taking(&[takes]);
        let mut client = Client::new();
        let started = Instant::now();
        let handler = async |flow: &Flow| pay_and_name(flow, &provider).await;
        let (asked, log) = logged(client.send(json!(null), handler)).await;
        assert_eq!(keys(&asked), ["name", "page"]);
        assert_eq!(started.elapsed(), waits * SECOND);
        assert_eq!(log.contains("reason=\"look\""), takes == HANGS, "{log}");
        let answers = json!({"name": value("Ann"), "page": opened()});
        let done = client.send(answers, handler).await;
        assert_eq!(done.complete(), Ok("R-7 Ann".to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn r2_a_page_that_is_seen_to_be_done_is_not_asked_for_beside_a_form() {
    let provider = Provider::taking(&[4]);
    let mut client = Client::new();
    let handler = async |flow: &Flow| pay_and_name(flow, &provider).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
    let done = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(done.complete(), Ok("R-7 Ann".to_owned()));
}

#[mrtr_tool]
async fn pay_two(rent: &Provider, power: &Provider) -> Result<String, Refused> {
    let (rent, power) = tokio::join!(
        ask_url!(PAGE, key = "rent", until = slow(rent).await, "Rent"),
        ask_url!(PAGE, key = "power", until = slow(power).await, "Power"),
    );
    Ok(format!("{} {}", rent?, power?))
}

#[tokio::test(start_paused = true)]
async fn r2_pages_side_by_side_are_asked_for_in_one_round_however_long_each_look_takes() {
    for (rent, power, waits) in [(1, 2, 2), (0, 2, 2), (HANGS, 1, 6), (HANGS, HANGS, 20)] {
        let providers = [Provider::taking(&[rent]), Provider::taking(&[power])];
        let mut client = Client::new();
        let started = Instant::now();
        let handler = async |flow: &Flow| pay_two(flow, &providers[0], &providers[1]).await;
        let asked = client.send(json!(null), handler).await;
        assert_eq!(keys(&asked), ["power", "rent"]);
        assert!(
            started.elapsed() <= waits * SECOND,
            "{:?}",
            started.elapsed()
        );
    }
}

#[tokio::test(start_paused = true)]
async fn r13_a_cancelled_request_does_not_wait_for_a_look() {
    let provider = Provider::taking(&[HANGS]);
    let mut client = Client::new();
    let request = client.request(json!(null)).cancelled(sleep(SECOND));
    let started = Instant::now();
    let handler = async |flow: &Flow| pay_and_name(flow, &provider).await;
    assert_eq!(client.send_request(request, handler).await.code(), -32603);
    assert_eq!(started.elapsed(), SECOND);
    assert_eq!(provider.given_up(), 1);
}

#[mrtr_tool]
async fn misuses(provider: &Provider) -> Result<String, Refused> {
    let wrong = async {
        sleep(SECOND).await;
        for turn in 0..2 {
            capture!(key = "twice", of = turn / 2, ());
        }
    };
    let page = ask_url!(PAGE, key = "page", until = slow(provider).await, "Pay");
    let name = ask_elicit!(String, key = "name", "Your name?");
    let (_, name, ()) = tokio::join!(page, name, wrong);
    name
}

#[tokio::test(start_paused = true)]
async fn r11_a_misuse_beside_a_look_is_told_at_once() {
    let provider = Provider::taking(&[HANGS]);
    let started = Instant::now();
    let handler = async |flow: &Flow| misuses(flow, &provider).await;
    let failed = Client::new().send(json!(null), handler).await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(started.elapsed(), SECOND);
}

async fn dropped(ask: impl Future) {
    tokio::select! {
        _ = ask => {}
        () = sleep(2 * SECOND) => {}
    }
}

#[mrtr_tool]
async fn first_of_both(provider: &Provider) -> Result<String, Refused> {
    let name = async {
        sleep(SECOND).await;
        ask_elicit!(String, key = "name", "Your name?").await
    };
    let page = async {
        let paid = ask_url!(PAGE, key = "page", until = slow(provider).await, "Pay");
        dropped(paid).await;
        Ok(())
    };
    tokio::try_join!(name, page).map(|(name, ())| name)
}

#[tokio::test(start_paused = true)]
async fn r2_a_look_that_is_dropped_is_not_waited_for() {
    let provider = Provider::taking(&[HANGS]);
    let started = Instant::now();
    let handler = async |flow: &Flow| first_of_both(flow, &provider).await;
    let asked = Client::new().send(json!(null), handler).await;
    assert_eq!(asked.asked(), ["name"]);
    assert_eq!(started.elapsed(), 2 * SECOND);
}

#[mrtr_tool]
async fn polled_once(provider: &Provider) -> Result<String, Refused> {
    let page = ask_url!(PAGE, key = "page", until = slow(provider).await, "Pay");
    let mut page = Box::pin(page);
    assert!(futures_util::poll!(&mut page).is_pending());
    let name = ask_elicit!(String, key = "name", "Your name?").await?;
    page.await?;
    Ok(name)
}

#[tokio::test(start_paused = true)]
async fn r2_a_look_that_nothing_goes_on_with_is_not_waited_for_without_an_end() {
    let provider = Provider::taking(&[1]);
    let mut client = Client::new();
    let started = Instant::now();
    let handler = async |flow: &Flow| polled_once(flow, &provider).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
    assert_eq!(started.elapsed(), 10 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn r2_a_look_at_a_page_fails_no_round_however_short_a_round_may_be() {
    let provider = Provider::taking(&[HANGS]);
    let mut client = Client::with(Limits {
        round_time: SECOND,
        ..Limits::default()
    });
    let handler = async |flow: &Flow| pay_and_name(flow, &provider).await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(keys(&asked), ["name", "page"]);
}

#[mrtr_tool]
async fn one_after_another(rent: &Provider, power: &Provider) -> Result<String, Refused> {
    let pages = async {
        let rent = ask_url!(PAGE, key = "rent", until = rent.receipt().await, "Rent").await?;
        capture!(key = "long", sleep(15 * SECOND).await);
        let power = ask_url!(PAGE, key = "power", until = slow(power).await, "Power").await?;
        Ok::<_, Refused>(format!("{rent} {power}"))
    };
    let name = ask_elicit!(String, key = "name", "Your name?");
    let (name, pages) = tokio::join!(name, pages);
    Ok(format!("{} {}", name?, pages?))
}

#[tokio::test(start_paused = true)]
async fn r2_a_look_behind_a_long_capture_has_a_time_of_its_own() {
    let providers = [Provider::taking(&[4]), Provider::taking(&[1])];
    let mut client = Client::new();
    let started = Instant::now();
    let handler = async |flow: &Flow| one_after_another(flow, &providers[0], &providers[1]).await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(keys(&asked), ["name", "power"]);
    assert_eq!(started.elapsed(), 20 * SECOND);
}

/// Answers at once, and writes down what it is asked in each round.
#[derive(Default)]
pub struct Answers(Mutex<Vec<Vec<String>>>);

impl Answers {
    pub fn rounds(&self) -> Vec<Vec<String>> {
        self.0.lock().unwrap().clone()
    }
}

impl Dialog for Answers {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answer = |(key, request)| match request {
            InputRequest::ElicitUrl { .. } => DialogAnswer::new(key, opened()),
            _ => DialogAnswer::new(key, value("Ann")),
        };
        let answers: Vec<_> = requests.iter().cloned().map(answer).collect();
        let mut keys: Vec<_> = requests.into_iter().map(|(key, _)| key).collect();
        keys.sort_unstable();
        self.0.lock().unwrap().push(keys);
        Box::pin(async { Ok(answers) })
    }
}

#[tokio::test(start_paused = true)]
async fn r16_an_old_client_is_asked_for_a_page_and_a_form_in_one_dialog() {
    for takes in [0, 1, HANGS] {
        let (client, dialog) = (Client::new(), Answers::default());
        let provider = Provider::taking(&[takes]);
        let (request, function) = (client.request(json!(null)), __mrtr_function_pay_and_name());
        let body = |flow: Flow| pay_and_name_part(flow.body(), &provider);
        let mrtr = &client.mrtr;
        let done = mrtr.serve_live(request, function, &dialog, body).await;
        assert_eq!(done.complete(), Ok("R-7 Ann".to_owned()));
        assert_eq!(dialog.rounds(), [["name", "page"]]);
    }
}

#[mrtr_tool]
async fn in_a_task(flow: &Flow, provider: &Provider) -> Paid {
    // As `become_task!` does it, which asks for an SDK.
    let at = At {
        flow,
        key: "task",
        file: file!(),
        line: line!(),
    };
    task(at).begin().await;
    let (paid, name) = tokio::join!(
        ask_url!(PAGE, key = "page", until = slow(provider).await, "Pay"),
        ask_elicit!(String, key = "name", "Your name?"),
    );
    Ok(format!("{} {}", paid?, name?))
}

#[mrtr_tool]
async fn beside_its_task(flow: &Flow, provider: &Provider) -> Result<String, Refused> {
    let at = At {
        flow,
        key: "task",
        file: file!(),
        line: line!(),
    };
    let page = ask_url!(PAGE, key = "page", until = slow(provider).await, "Pay");
    let (_, paid) = tokio::join!(task(at).begin(), page);
    paid.map(str::to_owned)
}

#[tokio::test(start_paused = true)]
async fn r2_a_call_that_becomes_a_task_waits_for_a_look_as_for_a_question() {
    for (takes, waits) in [(1, 1), (HANGS, 5)] {
        let provider = Provider::taking(&[takes]);
        let mut client = Client::new();
        let handler = async |flow: &Flow| beside_its_task(flow, &provider).await;
        let started = Instant::now();
        assert_eq!(client.send(json!(null), handler).await.asked(), ["page"]);
        assert_eq!(started.elapsed(), waits * SECOND);
    }
}

#[tokio::test(start_paused = true)]
async fn r16_a_task_asks_for_a_page_and_a_form_at_once() {
    for takes in [0, 1, HANGS] {
        let (client, dialog) = (Client::new(), Answers::default());
        let provider = Provider::taking(&[takes]);
        let function = __mrtr_function_in_a_task();
        let mut begun = None::<TaskStart>;
        let launch = |start| {
            begun = Some(start);
            Ok("a task".to_owned())
        };
        let body = |flow: Flow| in_a_task_part(flow.body(), &provider);
        let serving = client.mrtr.serve_task(
            client.request(json!(null)),
            function,
            Keepable::keep(),
            launch,
            body,
        );
        let became: Reply<Paid> = serving.await;
        assert_eq!(became.complete(), Ok("a task".to_owned()));
        let never = Box::pin(std::future::pending());
        let started = Instant::now();
        let done = begun.unwrap().run(&dialog, never, body).await;
        assert_eq!(done.complete(), Ok("R-7 Ann".to_owned()));
        assert_eq!(dialog.rounds(), [["name", "page"]]);
        assert!(started.elapsed() < 8 * SECOND, "{:?}", started.elapsed());
    }
}
