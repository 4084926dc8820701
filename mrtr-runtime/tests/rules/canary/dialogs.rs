//! Paths of an old client, which is asked by requests.

use std::time::Duration;

use mrtr_runtime::{Answering, Dialog, DialogAnswer, DialogError, InputRequest};

use super::*;
use crate::harness::TestClock;

#[mrtr_tool]
async fn live(path: &str) -> Result<String, Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    let name = ask_elicit!(String, "Name of {path} and {hold}?").await?;
    Ok(name)
}

/// How an old client answers.
enum Old {
    Never,
    With(DialogError),
    Late(TestClock),
}

impl Dialog for Old {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let key = requests[0].0.clone();
        Box::pin(async move {
            match self {
                Self::Never => std::future::pending().await,
                Self::With(error) => Err(error.clone()),
                Self::Late(clock) => {
                    clock.advance(Duration::from_secs(90_000));
                    let answer = DialogAnswer::new(key, sung());
                    assert!(!format!("{answer:?}").contains(CANARY));
                    Ok(vec![answer])
                }
            }
        })
    }
}

async fn served(spy: &mut Spy, old: &Old) {
    let request = spy.client.request(json!(null));
    let argument = format!("{CANARY} argument");
    let mrtr = spy.client.mrtr.clone();
    let body = |flow: Flow| live_part(flow.body(), &argument);
    let reply = mrtr
        .serve_live(request, __mrtr_function_live(), old, body)
        .await;
    spy.look(reply);
}

#[mrtr_tool]
async fn live_sample(path: &str) -> Result<String, Refused> {
    let said = ask_sample!("{CANARY} of {path}").await;
    Ok(format!("{}", said.is_rejected()))
}

/// Answers with errors.
struct Rejects;

impl Dialog for Rejects {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answers = requests.into_iter();
        let answers = answers.map(|(key, _)| DialogAnswer::error(key)).collect();
        Box::pin(async { Ok(answers) })
    }
}

#[tokio::test]
async fn a_rejected_sample_is_silent() {
    let rejected = path(Counter::Refusals, "client_error", Spy::new(), |spy| {
        Box::pin(async move {
            let request = spy.client.request(json!(null));
            let argument = format!("{CANARY} argument");
            let mrtr = spy.client.mrtr.clone();
            let body = |flow: Flow| live_sample_part(flow.body(), &argument);
            let function = __mrtr_function_live_sample();
            let reply = mrtr.serve_live(request, function, &Rejects, body).await;
            spy.look(reply);
        })
    });
    walk_all(vec![rejected]).await;
}

pub(super) fn failures() -> Vec<Path> {
    let old = |label, spy: Spy, old: Old| {
        path(Counter::Failed, label, spy, move |spy| {
            Box::pin(async move { served(spy, &old).await })
        })
    };
    let key = || "name".to_owned();
    let round = Spy::with(|limits| limits.flow_time *= 100);
    let clock = round.client.clock.clone();
    vec![
        old("not_answered", Spy::new(), Old::Never),
        old(
            "client_error",
            Spy::new(),
            Old::With(DialogError::Client { key: key() }),
        ),
        old("client_gone", Spy::new(), Old::With(DialogError::Closed)),
        old("ttl", round, Old::Late(clock)),
        too_many("open_dialogs", |limits| limits.open_dialogs = 1),
        too_many("open_dialogs_per_caller", |limits| {
            limits.open_dialogs_per_caller = 1;
        }),
    ]
}

/// One more question than may be open.
fn too_many(label: &'static str, change: fn(&mut Limits)) -> Path {
    path(Counter::Failed, label, Spy::with(change), |spy| {
        Box::pin(async move {
            let mut other = Spy::new();
            other.client.mrtr = spy.client.mrtr.clone();
            tokio::select! {
                () = served(&mut other, &Old::Never) => panic!("nobody answers"),
                () = async {
                    tokio::task::yield_now().await;
                    served(spy, &Old::Never).await;
                } => {}
            }
        })
    })
}
