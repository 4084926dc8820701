//! Replay against a model: handlers that are data, deployed in many versions and driven by clients that lose, repeat,
//! reorder and fork what they send.
//!
//! One walker ([`walk`]) runs a generated program twice for each request: on the engine, through what the macros expand
//! to, and on a reference model ([`reference`]) that follows the rules R1 to R15 word by word and shares no code with the
//! engine. Both must ask the same questions, run the same captures and end in the same way. Beside that, and without the
//! model, [`truth`] follows each answer and each captured value from where it came to where it is used.
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

mod change;
mod engine;
mod generate;
mod play;
mod program;
mod reference;
mod truth;
mod walk;

use proptest::test_runner::{Config, TestRunner};

/// Cases of an ordinary run; few enough for a debug build.
const CASES: u32 = 1500;

#[test]
fn replay_does_what_the_rules_say() {
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    let mut runner = TestRunner::new(config);
    let result = runner.run(&generate::script(), |script| {
        play::play(&script);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}
