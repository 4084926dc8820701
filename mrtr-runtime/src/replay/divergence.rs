//! Why a flow cannot go on: one type, one human message, one machine-readable reason.

use std::fmt;

use crate::wire::{Capability, Failure};

/// Where an ask or a capture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Location {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
}

impl Location {
    /// Where the function was called that is marked `#[track_caller]`.
    #[track_caller]
    pub(crate) fn of_caller() -> Self {
        let caller = std::panic::Location::caller();
        Self {
            file: caller.file(),
            line: caller.line(),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A handler that did not replay as it was recorded, or that used an ask where none can be answered
/// (R10, R11). On the wire it is an internal error; the log has this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Divergence {
    /// A recorded capture does not decode into the type that is captured now.
    CaptureType {
        key: String,
        at: Location,
        of: &'static str,
    },
    /// A record of a capture is met by an ask.
    CaptureAsked { key: String, at: Location },
    /// A record of an answer is met by a capture.
    AnswerCaptured { key: String, at: Location },
    /// An answer whose question is the same does not decode.
    AnswerType { key: String, at: Location },
    /// One key names an ask and a capture in the same run.
    KeyShared {
        key: String,
        at: Location,
        first: Location,
    },
    /// A capture without `of` came by a second time, as in a part that is called in a loop.
    CaptureRepeated { key: String, at: Location },
    /// A key outside the alphabet or too long.
    BadKey { key: String, at: Location },
    /// `of`, `about` or the inputs of `flow.key` cannot be serialized.
    NotSerializable {
        key: String,
        at: Location,
        of: &'static str,
    },
    /// A captured value does not read back as it was written.
    NotRoundTrip {
        key: String,
        at: Location,
        of: &'static str,
    },
    /// An ask was made and never awaited, and the handler finished.
    NeverAwaited { key: String, at: Location },
    /// An ask or capture was polled outside its handler, as in a spawned task.
    Elsewhere { key: String, at: Location },
    /// A capture was left without a value, and an ask needs another round.
    CaptureLeft {
        key: String,
        at: Location,
        ask: String,
        asked_at: Location,
    },
    /// Running captures kept an open ask waiting for longer than a round may take.
    RoundTime {
        waiting: Option<(String, Location)>,
        running: Option<(String, Location)>,
    },
    /// A flow was run twice.
    RunTwice,
}

impl Divergence {
    /// The reason, for programs: log filters, counters, tests.
    pub(crate) const fn reason(&self) -> &'static str {
        match self {
            Self::CaptureType { .. } => "capture_type",
            Self::CaptureAsked { .. } => "capture_asked",
            Self::AnswerCaptured { .. } => "answer_captured",
            Self::AnswerType { .. } => "answer_type",
            Self::KeyShared { .. } => "key_shared",
            Self::CaptureRepeated { .. } => "capture_repeated",
            Self::BadKey { .. } => "bad_key",
            Self::NotSerializable { .. } => "not_serializable",
            Self::NotRoundTrip { .. } => "not_round_trip",
            Self::NeverAwaited { .. } => "never_awaited",
            Self::Elsewhere { .. } => "polled_elsewhere",
            Self::CaptureLeft { .. } => "capture_left",
            Self::RoundTime { .. } => "round_time",
            Self::RunTwice => "run_twice",
        }
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CaptureType { key, at, of } => write!(
                f,
                "what the capture `{key}` ({at}) recorded does not decode as `{of}`. Give the \
                 handler another `version` when a captured type changes"
            ),
            Self::CaptureAsked { key, at } => write!(
                f,
                "`{key}` ({at}) is an ask now and was recorded as a capture. Give the ask another \
                 key, or the handler another `version`"
            ),
            Self::AnswerCaptured { key, at } => write!(
                f,
                "`{key}` ({at}) is a capture now and was recorded as an answer. Give the capture \
                 another key, or the handler another `version`"
            ),
            Self::AnswerType { key, at } => write!(
                f,
                "the answer recorded under `{key}` does not decode at {at}, though its question is \
                 the same"
            ),
            Self::KeyShared { key, at, first } => write!(
                f,
                "`{key}` names a capture and an ask of one run ({first} and {at}); give one of \
                 them another `key`"
            ),
            Self::CaptureRepeated { key, at } => write!(
                f,
                "the capture `{key}` ({at}) runs more than once; say which run a value belongs to: \
                 `capture!(of = .., ..)`. Where it is in a part that runs more than once, pass in \
                 what tells the runs apart"
            ),
            Self::BadKey { key, at } => write!(
                f,
                "`{key}` ({at}) is no key: a key has 1 to 48 letters, digits and `_`, and does not \
                 begin with a digit"
            ),
            Self::NotSerializable { key, at, of } => write!(
                f,
                "`of`, `about` or an input of `{key}` ({at}) cannot be serialized: a `{of}`"
            ),
            Self::NotRoundTrip { key, at, of } => write!(
                f,
                "the captured `{key}` ({at}), a `{of}`, does not read back as it was written. \
                 Capture a type that survives JSON"
            ),
            Self::NeverAwaited { key, at } => write!(
                f,
                "the ask `{key}` ({at}) was made but never awaited, so the user was not asked; \
                 nothing was returned to the client"
            ),
            Self::Elsewhere { key, at } => write!(
                f,
                "`{key}` ({at}) was polled outside its handler, as in a spawned task, which \
                 outlives the round. Ask first and move the answer into the task"
            ),
            Self::CaptureLeft {
                key,
                at,
                ask,
                asked_at,
            } => write!(
                f,
                "the capture `{key}` ({at}) was left without a value, so this round cannot suspend \
                 for `{ask}` ({asked_at}): the next round would run it again. Capture the `Result` \
                 itself to go on after an error"
            ),
            Self::RoundTime { waiting, running } => {
                f.write_str("a capture took longer than a round may take (`round_time`)")?;
                if let Some((key, at)) = running {
                    write!(f, "; still running: `{key}` ({at})")?;
                }
                if let Some((key, at)) = waiting {
                    write!(f, "; waiting for it: `{key}` ({at})")?;
                }
                f.write_str(". An ask inside a capture never ends")
            }
            Self::RunTwice => f.write_str("a flow is one round and can be run once"),
        }
    }
}

/// What ends a round before its handler does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stop {
    /// An internal error, with its cause for the log.
    Diverged(Divergence),
    /// A text for the model and the user, with a reason for the log.
    Ended {
        reason: &'static str,
        text: String,
        key: String,
        at: Location,
    },
    /// Invalid params that the handler met.
    Invalid {
        text: String,
        key: String,
        at: Location,
    },
    /// The client did not declare what the asks of this round need.
    Missing(Vec<Capability>),
}

impl Stop {
    /// What the client is told.
    pub(crate) fn failure(&self) -> Failure {
        match self {
            Self::Diverged(_) => Failure::internal(),
            Self::Ended { text, .. } => Failure::Tool(text.clone()),
            Self::Invalid { text, .. } => Failure::invalid_params(text.clone()),
            Self::Missing(capabilities) => Failure::missing(capabilities),
        }
    }

    /// The reason, for programs: log filters, counters, tests.
    pub(crate) const fn reason(&self) -> &'static str {
        match self {
            Self::Diverged(_) => "divergence",
            Self::Ended { reason, .. } => reason,
            Self::Invalid { .. } => "wrong_kind",
            Self::Missing(_) => "missing_capability",
        }
    }

    /// What the log is told.
    pub(crate) fn log(&self, handler: &str, round: u32) {
        match self {
            Self::Diverged(divergence) => tracing::error!(
                handler,
                round,
                reason = divergence.reason(),
                "divergence: {divergence}"
            ),
            Self::Ended {
                reason, key, at, ..
            } => tracing::warn!(
                handler,
                round,
                reason,
                key,
                file = at.file,
                line = at.line,
                "flow ended"
            ),
            Self::Invalid { key, at, .. } => tracing::warn!(
                handler,
                round,
                reason = self.reason(),
                key,
                file = at.file,
                line = at.line,
                "answer of the wrong kind"
            ),
            Self::Missing(capabilities) => {
                let reason = self.reason();
                tracing::info!(
                    handler,
                    round,
                    reason,
                    ?capabilities,
                    "capabilities missing"
                );
            }
        }
    }
}
