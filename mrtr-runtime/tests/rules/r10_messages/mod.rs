//! R10: whatever diverges, the log has one line about it with handler, request, key, place, what was recorded and the
//! usual cause, and one reason for programs.

mod across_rounds;
mod in_one_run;

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;

use mrtr_runtime::__private::{At, Begin, Begun, Capturable, Function, FunctionParts, confirm};
use mrtr_runtime::{Counter, Flow, Reply};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::harness::{Client, Seen};
use crate::logs::logged;

fn pays(version: u32) -> &'static Function {
    Box::leak(Box::new(Function::new(FunctionParts {
        name: "pays",
        version,
        accept: &[],
        single_use: false,
        unsolicited: false,
        preflight: true,
        ttl: None,
        max_requests: None,
        file: "pay.rs",
        sites: Vec::new(),
    })))
}

fn at<'f>(flow: &'f Flow, key: &'static str) -> At<'f> {
    At {
        flow,
        key,
        file: "pay.rs",
        line: 17,
    }
}

async fn asks(flow: &Flow, key: &'static str) -> bool {
    confirm(at(flow, key))
        .message("Sure?".to_owned())
        .await
        .is_ok()
}

async fn captures<T: Serialize + DeserializeOwned>(flow: &Flow, key: &'static str, value: T) -> T {
    match Begin::new(at(flow, key))
        .begin(<T as Capturable>::CODEC)
        .await
    {
        Begun::Recorded(value) => value,
        Begun::Evaluate(slot) => slot.keep(value).await,
    }
}

type Handler = fn(Flow) -> Pin<Box<dyn Future<Output = ()>>>;

macro_rules! steps {
    (|$flow:ident| $($step:tt)*) => {
        (|$flow: Flow| Box::pin(async move { $($step)* })) as Handler
    };
}
use steps;

/// How a handler diverges, and what is to be read of it.
struct Case {
    reason: &'static str,
    /// The answers, the version and the handler of each round; the last one diverges.
    rounds: Vec<(Value, u32, Handler)>,
    /// The message up to what has happened.
    begins: &'static str,
    recorded: &'static str,
    usual: &'static str,
}

const HOLD: &str = "`hold` (pay.rs:17) ";

impl Case {
    fn new(reason: &'static str, rounds: Vec<(Value, u32, Handler)>) -> Self {
        Self {
            reason,
            rounds,
            begins: HOLD,
            recorded: "",
            usual: "",
        }
    }

    fn begins(self, begins: &'static str) -> Self {
        Self { begins, ..self }
    }

    fn told(self, recorded: &'static str, usual: &'static str) -> Self {
        Self {
            recorded,
            usual,
            ..self
        }
    }

    /// What the last round logs, and what came of it.
    async fn run(&self) -> (Reply<()>, String) {
        let mut client = Client::new();
        let (last, before) = self.rounds.split_last().unwrap();
        for one in before {
            round(&mut client, one).await.asked();
        }
        let (reply, log) = logged(round(&mut client, last)).await;
        let line = log.lines().find(|line| line.contains("divergence"));
        (reply, line.unwrap_or_default().to_owned())
    }

    fn check(&self, log: &str) {
        let request = self.rounds.len();
        let (reason, begins) = (self.reason, self.begins);
        let (recorded, usual) = (self.recorded, self.usual);
        for words in [
            format!("divergence in request {request} of `pays`: {begins}"),
            format!(". Recorded: {recorded}. Usual cause: {usual}"),
            format!("reason=\"{reason}\""),
            "handler=\"pays\"".to_owned(),
            format!("round={request}"),
        ] {
            assert!(log.contains(&words), "{words} is not in {log}");
        }
        assert!(!log.contains("4711"), "{log}");
        if begins == HOLD {
            let fields = "key=\"hold\" file=\"pay.rs\" line=17";
            assert!(log.contains(fields), "{fields} is not in {log}");
        }
    }
}

async fn round(
    client: &mut Client,
    (answers, version, steps): &(Value, u32, Handler),
) -> Reply<()> {
    let function = pays(*version);
    let send = async |flow: &Flow| flow.run(function, steps(flow.enter(function))).await;
    client.send(answers.clone(), send).await
}

#[tokio::test(start_paused = true)]
async fn r10_every_divergence_is_told_in_one_message_of_six_parts() {
    for case in across_rounds::cases().iter().chain(&in_one_run::cases()) {
        let (_, log) = case.run().await;
        case.check(&log);
    }
}

#[tokio::test(start_paused = true)]
async fn r10_a_mistake_of_one_run_is_an_internal_error() {
    for case in in_one_run::cases() {
        let (reply, _) = case.run().await;
        assert_eq!(reply.code(), -32603, "{}", case.reason);
    }
}

/// Reasons that end a flow, or change nothing, and are no mistakes.
const EXPECTED: [&str; 4] = [
    "question_changed",
    "question_keeps_changing",
    "server_updated",
    "unreached",
];

#[test]
fn r10_there_is_a_case_of_every_reason() {
    let all: BTreeSet<_> = Counter::Diverged.labels().iter().copied().collect();
    let all: BTreeSet<_> = all.into_iter().chain(EXPECTED).collect();
    let mut cases = across_rounds::cases();
    cases.extend(in_one_run::cases());
    let cases: BTreeSet<_> = cases.iter().map(|case| case.reason).collect();
    assert_eq!(all, cases);
}
