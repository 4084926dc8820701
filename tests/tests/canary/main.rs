//! A canary in the adapter to rmcp: over a pipe and over HTTP, with real clients, on every path to a failure, no log of
//! ours of any level holds an answer, an argument, a captured value, a key or a state. (The paths of the core are in
//! `mrtr-runtime/tests/rules/canary`.)
//!
//! One test: the log is that of the process.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod dialogs;
#[path = "../../../mrtr-runtime/tests/rules/canary/elsewhere.rs"]
mod elsewhere;
mod log;
mod pages;
mod rounds;
mod samples;
mod server;
mod states;
mod stores;
mod tasks;
mod watch;

use log::Log;
use mrtr_tests::answers::accept;
use mrtr_tests::{Operation, Wire, prompt, resource, tool};
use serde_json::{Value, json};
use watch::Watch;

/// What must not be seen again.
const CANARY: &str = "cAnArY";

/// An answer to a form of one text.
fn sung() -> Value {
    accept(json!({"value": format!("{CANARY} answer"), "more": CANARY}))
}

/// A yes, with more than was asked for.
fn yes() -> Value {
    accept(json!({"confirm": true, "more": CANARY}))
}

fn call(name: &str) -> Operation {
    tool(
        name,
        json!({"title": format!("{CANARY} title"), (CANARY): [CANARY]}),
    )
}

/// Each of the three methods, with a first question `name`.
fn operations() -> [Operation; 3] {
    [
        call("sing"),
        prompt("cover", json!({"title": CANARY})),
        resource(&format!("song://{CANARY}")),
    ]
}

#[tokio::test]
async fn no_log_of_the_adapter_holds_what_was_said_or_sealed() {
    let mut log = Log::of_this_process();
    for wire in [Wire::Pipe, Wire::Http] {
        let mut watch = Watch::new(log, wire);
        states::walk(&mut watch).await;
        rounds::walk(&mut watch).await;
        stores::walk(&mut watch).await;
        pages::walk(&mut watch).await;
        samples::walk(&mut watch).await;
        dialogs::walk(&mut watch).await;
        tasks::walk(&mut watch).await;
        watch.assert_failed_by(elsewhere::IN_THE_ADAPTER);
        log = watch.log;
    }
}
