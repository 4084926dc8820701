//! What a server counts: every counter and every label it can have stand in here and in `docs/COUNTERS.md`.
//!
//! Labels are the words of the logs. None of them comes from a client, so their number is bounded.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is counted, in this process and since the settings were built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Counter {
    /// Flows that began: requests without a `requestState`.
    Flows,
    /// Runs of a handler; an old client's flow is several in one request.
    Rounds,
    /// Rounds in which the handler returned, whatever it returned.
    Completed,
    /// Rounds that ended with open questions.
    Suspended,
    /// Flows that went on as a task.
    Tasks,
    /// Repeats of a round of a `single_use` handler that got its reply from the store.
    Repeated,
    /// Questions that were sent, by their kind.
    Asked,
    /// Questions that were sent once more, by the reason.
    AskedAgain,
    /// Questions that were refused, by how; unseen ones came faster than a person reads.
    // Not `Refused`: of a name that occurs twice, rustc writes out the path wherever it shows the type.
    Refusals,
    /// Requests that failed, by the reason.
    Failed,
    /// States that did not open, by the reason; each is a request that failed, too.
    StatesRefused,
    /// Handlers that did not replay as they were recorded, by the kind; each is a request that failed, too.
    Diverged,
    /// What was recorded, and not reached by a handler that returned (R9).
    Unreached,
    /// Links that did not open, by the reason.
    LinksRefused,
}

impl Counter {
    /// All counters.
    pub const ALL: &'static [Self] = &[
        Self::Flows,
        Self::Rounds,
        Self::Completed,
        Self::Suspended,
        Self::Tasks,
        Self::Repeated,
        Self::Asked,
        Self::AskedAgain,
        Self::Refusals,
        Self::Failed,
        Self::StatesRefused,
        Self::Diverged,
        Self::Unreached,
        Self::LinksRefused,
    ];

    /// The name, for a metrics system.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flows => "flows",
            Self::Rounds => "rounds",
            Self::Completed => "completed",
            Self::Suspended => "suspended",
            Self::Tasks => "tasks",
            Self::Repeated => "repeated",
            Self::Asked => "asked",
            Self::AskedAgain => "asked_again",
            Self::Refusals => "refusals",
            Self::Failed => "failed",
            Self::StatesRefused => "states_refused",
            Self::Diverged => "diverged",
            Self::Unreached => "unreached",
            Self::LinksRefused => "links_refused",
        }
    }

    /// All labels that this counter can have; the empty one alone where it has none.
    #[must_use]
    pub const fn labels(self) -> &'static [&'static str] {
        match self {
            Self::Flows
            | Self::Rounds
            | Self::Completed
            | Self::Suspended
            | Self::Tasks
            | Self::Repeated => &[""],
            Self::Asked => &["form", "url", "sample", "roots"],
            Self::AskedAgain => &["unanswered", "invalid", "changed", "not_done"],
            Self::Refusals => &[
                "declined",
                "cancelled",
                "declined_unseen",
                "cancelled_unseen",
                "client_error",
            ],
            Self::Failed => FAILED,
            Self::StatesRefused => STATES_REFUSED,
            Self::Diverged => DIVERGED,
            Self::Unreached => &["answer", "capture", "held_answer"],
            Self::LinksRefused => &["invalid", "expired", "other_person", "anonymous"],
        }
    }
}

#[rustfmt::skip]
const FAILED: &[&str] = &[
    // The request.
    "malformed", "state_refused", "no_principal", "old_client", "lost_retries", "arguments_depth", "wrong_kind", "missing_capability",
    "unattended",
    "answers", "answer_bytes", "answers_bytes", "depth",
    "unknown_task",
    // The flow.
    "requests", "flow_time", "tasks", "tasks_per_caller", "asks_per_round", "message_bytes", "state_bytes", "no_valid_answer",
    "question_changed", "question_keeps_changing", "server_updated",
    // A question that nobody could answer.
    "nothing_to_pick", "pick_options", "same_value_twice", "item_without_text", "out_of_reach", "untypable",
    // A page that nobody may be sent to, and messages that no model's provider takes.
    "url", "conversation",
    // The handler and the server.
    "divergence", "panicked", "cancelled", "no_store", "not_sealed", "no_randomness",
    // Rounds that count once.
    "store", "still_running", "outcome_unknown",
    // Questions to old clients.
    "open_dialogs", "open_dialogs_per_caller", "not_answered", "client_error", "client_gone", "ttl",
];

#[rustfmt::skip]
const STATES_REFUSED: &[&str] = &[
    "too_long", "header", "version", "mode", "unknown_key", "encoding", "integrity", "payload",
    "issued_in_future", "expired", "past_deadline", "no_principal", "principal", "operation", "spent",
];

#[rustfmt::skip]
const DIVERGED: &[&str] = &[
    "capture_type", "capture_asked", "answer_captured", "answer_type", "key_shared", "capture_repeated",
    "bad_key", "not_serializable", "not_round_trip", "never_awaited", "polled_elsewhere", "blocked_on", "capture_left",
    "round_time", "run_twice",
];

/// What [`Mrtr::counters`](crate::Mrtr::counters) read at one moment.
///
/// ```
/// use mrtr_runtime::{Counter, Keys, Mrtr};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mrtr = Mrtr::builder().keys(Keys::new([[7; 32]])?).audience("incidents").single_user().build()?;
/// let counters = mrtr.counters();
/// assert_eq!(counters.get(Counter::StatesRefused, "expired"), 0);
/// for (counter, label, count) in counters.iter() {
///     println!("mrtr_{}{{reason=\"{label}\"}} {count}", counter.name());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Counters(Vec<(Counter, &'static str, u64)>);

impl Counters {
    /// One count; zero where there is no such label.
    #[must_use]
    pub fn get(&self, counter: Counter, label: &str) -> u64 {
        let mut counts = self.0.iter();
        let found = counts.find(|(of, known, _)| *of == counter && *known == label);
        found.map_or(0, |(_, _, count)| *count)
    }

    /// The sum over the labels of a counter.
    #[must_use]
    pub fn total(&self, counter: Counter) -> u64 {
        let counts = self.0.iter().filter(|(of, _, _)| *of == counter);
        counts.fold(0, |sum, (_, _, count)| sum.saturating_add(*count))
    }

    /// All counters with their labels and counts, those of zero too.
    pub fn iter(&self) -> impl Iterator<Item = (Counter, &'static str, u64)> + '_ {
        self.0.iter().copied()
    }
}

/// What is not zero, as in `{flows: 1, failed.expired: 2}`.
impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (counter, label, count) in self.iter().filter(|(_, _, count)| *count > 0) {
            let point = if label.is_empty() { "" } else { "." };
            map.entry(&format_args!("{}{point}{label}", counter.name()), &count);
        }
        map.finish()
    }
}

/// The counts of a server.
pub(crate) struct Meter(Vec<(Counter, &'static str, AtomicU64)>);

impl Meter {
    pub(crate) fn new() -> Self {
        let zero = |counter: Counter, label| (counter, label, AtomicU64::new(0));
        let labelled = |counter: &Counter| {
            let counter = *counter;
            let labels = counter.labels().iter();
            labels.map(move |label| zero(counter, *label))
        };
        Self(Counter::ALL.iter().flat_map(labelled).collect())
    }

    pub(crate) fn add(&self, counter: Counter, label: &str) {
        let mut counts = self.0.iter();
        let found = counts.find(|(of, known, _)| *of == counter && *known == label);
        debug_assert!(found.is_some(), "{counter:?} has no label `{label}`");
        if let Some((_, _, count)) = found {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn read(&self) -> Counters {
        let read = |(counter, label, count): &(Counter, &'static str, AtomicU64)| {
            (*counter, *label, count.load(Ordering::Relaxed))
        };
        Counters(self.0.iter().map(read).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_counts_for_itself() {
        let meter = Meter::new();
        let all: Vec<_> = meter.read().iter().collect();
        for (turn, (counter, label, _)) in (1..).zip(&all) {
            meter.add(*counter, label);
            let read = meter.read();
            assert_eq!(read.get(*counter, label), 1, "{counter:?} {label}");
            assert_eq!(read.iter().map(|(_, _, count)| count).sum::<u64>(), turn);
        }
        assert_eq!(meter.read().total(Counter::AskedAgain), 4);
        assert_eq!(meter.read().get(Counter::Failed, "no such label"), 0);
    }

    #[test]
    fn what_is_not_zero_is_printed() {
        let meter = Meter::new();
        meter.add(Counter::Rounds, "");
        meter.add(Counter::Failed, "panicked");
        let printed = format!("{:?}", meter.read());
        assert_eq!(printed, "{rounds: 1, failed.panicked: 1}");
    }
}
