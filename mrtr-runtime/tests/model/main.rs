//! Replay against a model: handlers that are data, deployed in many versions and driven by clients that lose, repeat,
//! reorder and fork what they send.
//!
//! One walker ([`walk`]) runs a generated program twice for each request: on the engine, through what the macros expand
//! to, and on a reference model ([`reference`]) that follows the rules R1 to R15 word by word and shares no code with the
//! engine. Both must ask the same questions, run the same captures and end in the same way. Beside that, and without the
//! model, [`truth`] follows each answer and each captured value from where it came to where it is used.
//!
//! Programs are also run in ways that must come to the same: live and in rounds ([`live`], R16), as a task and as a call
//! ([`tasks`], R16), and cancelled ahead of each poll and sent again ([`cancelled`], R13). Where rounds count once ([`once`],
//! R14), the same clients meet two servers with one store, and versions side by side. What is held between rounds (R12) is
//! for `rules/r12_nothing_held.rs`: a model has no memory to look at.
//!
//! `PROPTEST_CASES=100000 cargo test -p mrtr-runtime --test model` runs for longer.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod bodies;
mod cancelled;
mod change;
mod client;
mod compare;
mod engine;
mod generate;
mod keys;
mod live;
mod once;
mod person;
mod play;
mod program;
mod reference;
mod server;
mod sites;
mod tasks;
mod truth;
mod walk;
mod world;

use proptest::test_runner::{Config, TestRunner};

/// Cases of an ordinary run; few enough for a debug build.
const CASES: u32 = 1500;

#[test]
fn replay_does_what_the_rules_say() {
    for_all(CASES, play::play);
}

#[test]
fn r16_a_flow_served_live_ends_as_in_rounds_with_the_same_effects() {
    for_all(CASES, live::compare);
}

#[test]
fn r16_a_flow_that_becomes_a_task_ends_as_one_that_does_not_with_the_same_effects() {
    for_all(CASES, tasks::compare);
}

#[test]
fn r13_a_request_cancelled_at_any_poll_starts_no_capture_and_leaves_no_trace() {
    for_all(CASES / 3, cancelled::cancel_everywhere);
}

#[test]
fn r14_a_repeat_gets_the_reply_of_its_round_and_another_answer_is_refused() {
    for_all(CASES / 2, once::play);
}

fn for_all(cases: u32, check: impl Fn(&generate::Script)) {
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    let mut runner = TestRunner::new(config);
    let result = runner.run(&generate::script(), |script| {
        check(&script);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}
