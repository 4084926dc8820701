//! The replay engine: one round of a handler over what earlier rounds recorded.
//!
//! Its rules, each with the file that is its home; the tests of a rule are in `tests/rules`, by its number.
//!
//! * R1 `driver.rs`: an unanswered ask never resolves; the round ends with its question, and the handler is dropped.
//! * R2 `driver.rs`: open asks wait for running captures, at most `limits.round_time`.
//! * R3 `journal/uses.rs`: an ask or capture is known by key, `of` and occurrence, claimed when it is made.
//! * R4 `journal/answers.rs`: an answer belongs to its question; one that changed is asked again, or ends the flow.
//! * R5 `intake.rs`: only questions that the state lists as pending are answered.
//! * R6 `intake.rs`: what came is held until its ask is reached.
//! * R7 `journal/answers.rs`: an answer is checked against the form that was sent, and asked again if it is not valid.
//! * R8 `capture.rs`: a record holds the parsed value, decoded again in every round, and nothing of a refusal.
//! * R9 `round.rs`: what was recorded and not reached is logged and changes nothing.
//! * R10 `divergence.rs`: a handler that does not replay as it was recorded fails, even if it swallows the error.
//! * R11 `scope.rs`: an ask where none can be answered is an error: in a task, in a capture, behind one that was left.
//! * R12 `driver.rs`: nothing is held between the rounds of a modern client.
//! * R13 `driver.rs`: in a cancelled request no capture starts, and nothing is recorded.
//! * R14 `once.rs`: a state counts once where a store claims its round, and any number of times elsewhere.
//! * R15 `function.rs`: captures of another version of a handler do not count, unless it accepts them.
//! * R16 `live.rs`: an old client is served by the same rounds, inside one request.

mod before;
mod capture;
mod divergence;
mod driver;
mod ended;
mod enter;
mod flaw;
mod flow;
mod function;
mod given;
mod intake;
mod journal;
mod kept;
mod link;
mod live;
mod notes;
mod once;
mod place;
mod refusal;
mod room;
mod round;
mod scope;
mod stop;
mod strip;
mod suspend;
mod task;
mod waiting;

pub use capture::{Begin, Begun, Capturable, CapturedValueOwnsWhatItHolds, Codec, Slot};
pub(crate) use flaw::Flaw;
pub use flow::Flow;
pub use function::{Function, FunctionParts, Site, SiteKind};
pub use given::FlowGivenByPartMacro;
#[cfg(feature = "rmcp")]
pub(crate) use intake::random_id;
#[doc(hidden)]
pub use kept::{Keep, Keepable};

pub(crate) use divergence::{Cause, Divergence, Location, Recorded};
pub use live::{Answering, Completing, Dialog, DialogAnswer, DialogError};
pub use scope::is_replaying;
pub(crate) use stop::Stop;
#[doc(hidden)]
pub use task::TaskStart;
pub(crate) use task::{TaskPoint, TaskReached, TaskWish};

#[cfg(feature = "testing")]
pub(crate) use notes::Watch;
pub(crate) use notes::{Note, Notes};

pub(crate) use journal::{Again, Changed, Claim, Class, Invalid, Question, Reached, Visit};

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::path::Path;

    /// `(R1, driver.rs)`, and so on.
    fn homes() -> Vec<(String, String)> {
        let lines = include_str!("mod.rs").lines();
        let rules = lines.filter_map(|line| line.strip_prefix("//! * R"));
        let read = rules.filter_map(|rule| {
            let (number, rest) = rule.split_once(" `")?;
            let (file, _) = rest.split_once('`')?;
            Some((format!("R{number}"), file.to_owned()))
        });
        read.collect()
    }

    #[test]
    fn each_rule_has_a_home_that_names_it_and_tests_under_its_number() {
        let homes = homes();
        let numbers: Vec<_> = homes.iter().map(|(rule, _)| rule.clone()).collect();
        let all: Vec<_> = (1..=16).map(|number| format!("R{number}")).collect();
        assert_eq!(numbers, all);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let tests = std::fs::read_dir(root.join("tests/rules")).unwrap();
        let tests: Vec<_> = tests.map(|test| test.unwrap().file_name()).collect();
        for (number, (rule, file)) in (1..).zip(homes) {
            let home = std::fs::read_to_string(root.join("src/replay").join(&file)).unwrap();
            let words = home.split(|sign: char| !sign.is_alphanumeric());
            assert!(
                words.into_iter().any(|word| word == rule),
                "{rule} in {file}"
            );
            let prefix = format!("r{number:02}_");
            let is_tested = tests
                .iter()
                .any(|test| test.to_string_lossy().starts_with(&prefix));
            assert!(is_tested, "{rule} has no tests");
        }
    }
}
