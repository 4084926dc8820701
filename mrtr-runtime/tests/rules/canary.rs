//! On every path through the engine: no log of any level, no `Debug` and no error on the wire holds an
//! answer, a captured value, an argument, a key or a state. And each path is logged and counted under the
//! same word.
//!
//! Each path puts the canary wherever a client or a handler can put something.

use std::future::Future;
use std::pin::Pin;

use base64::Engine as _;
use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Failure, Limits, Request, RoundStore};
use serde_json::{Value, json};

use crate::harness::{Client, accept};
use crate::logs::logged;

mod dialogs;
mod divergences;
mod elsewhere;
mod failures;
mod states;
mod stores;
mod successes;

/// What must not be seen again.
pub(crate) const CANARY: &str = "cAnArY";
const KEY: &[u8; 32] = b"cAnArY-key-0123456789-0123456789";

/// An answer to a form of one text.
fn sung() -> Value {
    accept(json!({"value": format!("{CANARY} answer"), "more": CANARY}))
}

/// A yes, with more than was asked for.
fn yes() -> Value {
    accept(json!({"confirm": true, "more": CANARY}))
}

fn arguments() -> Value {
    json!({"path": format!("{CANARY} argument"), (CANARY): [CANARY, {(CANARY): CANARY}]})
}

/// A client that keeps all that it can see but the questions themselves.
struct Spy {
    client: Client,
    seen: Vec<String>,
    states: Vec<String>,
    /// How many requests it has sent, but for those of an old client.
    requests: u64,
}

impl Spy {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Limits)) -> Self {
        let mut limits = Limits::default();
        change(&mut limits);
        Self::of(limits, None, false)
    }

    fn unattended() -> Self {
        Self::of(Limits::default(), None, true)
    }

    fn of(limits: Limits, store: Option<std::sync::Arc<dyn RoundStore>>, unattended: bool) -> Self {
        let client = Client::new();
        let keys = Keys::new([KEY]).unwrap();
        let seen = vec![format!("{keys:?}")];
        let builder = Mrtr::builder()
            .keys(keys)
            .audience("canaries")
            .single_user()
            .unattended(unattended);
        let builder = builder.limits(limits).clock(client.clock.clone());
        let mrtr = match store {
            Some(store) => builder.store(store).build().unwrap(),
            None => builder.build().unwrap(),
        };
        let client = Client {
            mrtr,
            arguments: arguments().as_object().cloned(),
            ..client
        };
        let states = Vec::new();
        Self {
            client,
            seen,
            states,
            requests: 0,
        }
    }

    async fn send<R>(
        &mut self,
        answers: Value,
        handler: impl AsyncFnOnce(&Flow) -> Reply<R>,
    ) -> Option<R> {
        let request = self.client.request(answers);
        self.send_request(request, handler).await
    }

    /// What the handler returned is its own affair.
    async fn send_request<R>(
        &mut self,
        request: Request<'_>,
        handler: impl AsyncFnOnce(&Flow) -> Reply<R>,
    ) -> Option<R> {
        self.requests += 1;
        self.seen.push(format!("{request:?}"));
        let reply = match self.client.mrtr.open(request) {
            Ok(flow) => {
                self.seen.push(format!("{flow:?}"));
                handler(&flow).await
            }
            Err(failure) => Reply::Failed(failure),
        };
        self.look(reply)
    }

    fn look<R>(&mut self, reply: Reply<R>) -> Option<R> {
        match reply {
            Reply::Complete { value, .. } => return Some(value),
            Reply::Failed(failure) => {
                self.seen.push(format!("{failure:?}"));
                if let Failure::Rpc(error) = failure {
                    self.seen.push(format!("{error:?} {:?}", error.data));
                }
            }
            Reply::InputRequired(open) => {
                self.seen.push(format!("{open:?} {:?}", open.requests));
                self.states.push(open.state.clone());
                self.client.state = Some(open.state);
            }
        }
        None
    }
}

type Walk<'s> = Pin<Box<dyn Future<Output = ()> + 's>>;

/// One path: how it ends, and how it gets there.
struct Path {
    counter: Counter,
    label: &'static str,
    spy: Spy,
    walk: Box<dyn for<'s> FnOnce(&'s mut Spy) -> Walk<'s>>,
}

fn path(
    counter: Counter,
    label: &'static str,
    spy: Spy,
    walk: impl for<'s> FnOnce(&'s mut Spy) -> Walk<'s> + 'static,
) -> Path {
    let walk = Box::new(walk);
    Path {
        counter,
        label,
        spy,
        walk,
    }
}

/// Walks all paths of a table, and looks at what each has left behind.
async fn walk_all(paths: Vec<Path>) -> Vec<(Counter, &'static str)> {
    let mut ends = Vec::new();
    for path in paths {
        let mut spy = path.spy;
        let ((), log) = logged((path.walk)(&mut spy)).await;
        let counters = spy.client.mrtr.counters();
        let name = format!("{:?} {}", path.counter, path.label);
        assert_eq!(
            counters.get(path.counter, path.label),
            1,
            "{name}: {counters:?}\n{log}"
        );
        assert_eq!(counters.total(path.counter), 1, "{name}: {counters:?}");
        // A flow that is run twice has ended before.
        if spy.requests > 0 && path.label != "run_twice" {
            let ends = ENDS.iter().map(|end| counters.total(*end)).sum::<u64>();
            assert_eq!(ends, spy.requests, "{name}: {counters:?}");
        }
        if let Some(failed) = failed_as(path.counter) {
            assert_eq!(counters.get(Counter::Failed, failed), 1, "{name}");
        }
        if !matches!(
            path.counter,
            Counter::Completed | Counter::Suspended | Counter::Repeated
        ) {
            let reason = format!("reason=\"{}\"", path.label);
            assert!(log.contains(&reason), "{name}: {log}");
        }
        spy.seen.push(format!("{:?} {counters:?}", spy.client.mrtr));
        assert_silent(&name, &log, &spy);
        ends.push((path.counter, path.label));
    }
    ends
}

/// Each request ends as one of these.
const ENDS: [Counter; 5] = [
    Counter::Completed,
    Counter::Suspended,
    Counter::Tasks,
    Counter::Repeated,
    Counter::Failed,
];

/// What a request counts as that failed in one of these ways.
fn failed_as(counter: Counter) -> Option<&'static str> {
    match counter {
        Counter::StatesRefused => Some("state_refused"),
        Counter::Diverged => Some("divergence"),
        _ => None,
    }
}

fn assert_silent(name: &str, log: &str, spy: &Spy) {
    for text in spy.seen.iter().map(String::as_str).chain([log]) {
        assert!(!text.contains(CANARY), "{name}: {text}");
        for secret in secrets(spy) {
            assert!(!text.contains(&secret), "{name}: {secret} in {text}");
        }
    }
}

/// The canary, the key and the states, as they might be printed.
fn secrets(spy: &Spy) -> Vec<String> {
    let base64 = base64::engine::general_purpose::STANDARD_NO_PAD;
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let bytes = |bytes: &[u8]| format!("{bytes:?}").trim_matches(['[', ']']).to_owned();
    let mut secrets = vec![
        base64.encode(&KEY[..30]),
        hex(CANARY.as_bytes()),
        bytes(CANARY.as_bytes()),
    ];
    for state in &spy.states {
        let body = state.rsplit('.').next().unwrap();
        secrets.extend([
            state.clone(),
            body[..24].to_owned(),
            body[body.len() - 24..].to_owned(),
        ]);
    }
    secrets
}

/// Whether a table has a path to every label of a counter, but for those that are `elsewhere`.
fn assert_all(counter: Counter, ends: &[(Counter, &'static str)], elsewhere: &[&str]) {
    for label in counter.labels() {
        let has = ends.contains(&(counter, label));
        assert!(has != elsewhere.contains(label), "{counter:?} {label}");
    }
}
