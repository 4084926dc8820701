//! Why a handler did not replay as it was recorded: one type, one human message, one machine-readable reason (R10).

use std::fmt;

use crate::texts;

mod message;
mod recorded;
mod usual;

use message::Report;
pub(crate) use recorded::Recorded;

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

/// An ask or capture that did not come by as it was recorded (R4, R9, R10, R15), or where none can be answered (R11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Divergence {
    /// With the prefixes of the parts around it.
    pub(crate) key: String,
    /// Where it is written, as far as that is known.
    pub(crate) at: Option<Location>,
    /// What was recorded under its key when it was met.
    pub(crate) recorded: Recorded,
    pub(crate) cause: Cause,
}

/// How a handler diverged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A recorded capture does not decode into the type that is captured now.
    CaptureType { of: &'static str },
    /// A record of a capture is met by an ask.
    CaptureAsked,
    /// A record of an answer is met by a capture.
    AnswerCaptured,
    /// An answer whose question is the same does not decode.
    AnswerType,
    /// One key names an ask and a capture in the same run.
    KeyShared { first: Location },
    /// A capture without `of` came by a second time, as in a part that is called in a loop.
    CaptureRepeated,
    /// A key outside the alphabet or too long.
    BadKey,
    /// `of`, `about` or the inputs of `flow.key` cannot be serialized.
    NotSerializable { of: &'static str },
    /// A captured value does not read back as it was written.
    NotRoundTrip { of: &'static str },
    /// An ask was made and never awaited, and the handler finished.
    NeverAwaited,
    /// An ask or capture was polled outside its handler, as in a spawned task.
    Elsewhere,
    /// An ask is waited for by blocking the thread that would go on with its handler.
    Blocked,
    /// A capture was left without a value, and an ask needs another round.
    CaptureLeft { ask: String, asked_at: Location },
    /// This running capture kept an open ask waiting for longer than a round may take.
    RoundTime { waiting: Option<(String, Location)> },
    /// A flow was run twice, the second time by a handler of this file.
    RunTwice { file: &'static str },
    /// A question changed whose answer something was captured after.
    QuestionChanged,
    /// A question differs in each round.
    QuestionKeepsChanging,
    /// Another version captured this, or perhaps this under another key.
    ServerUpdated { recorded: String, version: u32 },
    /// A finished handler did not come by this record, and perhaps by that one after it.
    Unreached {
        next: Option<(String, Option<Location>)>,
    },
}

impl Divergence {
    /// Of an ask or capture that is written there.
    pub(crate) fn new(key: &str, at: Location, cause: Cause) -> Self {
        Self {
            key: key.to_owned(),
            at: Some(at),
            recorded: Recorded::Nothing,
            cause,
        }
    }

    /// A flow that was run twice; no ask or capture is to blame.
    pub(super) const fn run_twice(file: &'static str) -> Self {
        Self {
            key: String::new(),
            at: None,
            recorded: Recorded::Nothing,
            cause: Cause::RunTwice { file },
        }
    }

    /// The reason, for programs: log filters, counters, tests.
    pub(crate) const fn reason(&self) -> &'static str {
        match self.cause {
            Cause::CaptureType { .. } => "capture_type",
            Cause::CaptureAsked => "capture_asked",
            Cause::AnswerCaptured => "answer_captured",
            Cause::AnswerType => "answer_type",
            Cause::KeyShared { .. } => "key_shared",
            Cause::CaptureRepeated => "capture_repeated",
            Cause::BadKey => "bad_key",
            Cause::NotSerializable { .. } => "not_serializable",
            Cause::NotRoundTrip { .. } => "not_round_trip",
            Cause::NeverAwaited => "never_awaited",
            Cause::Elsewhere => "polled_elsewhere",
            Cause::Blocked => "blocked_on",
            Cause::CaptureLeft { .. } => "capture_left",
            Cause::RoundTime { .. } => "round_time",
            Cause::RunTwice { .. } => "run_twice",
            Cause::QuestionChanged => "question_changed",
            Cause::QuestionKeepsChanging => "question_keeps_changing",
            Cause::ServerUpdated { .. } => "server_updated",
            Cause::Unreached { .. } => "unreached",
        }
    }

    /// Whether it is a mistake in the handler: an internal error on the wire, and fatal even when it is swallowed.
    const fn is_mistake(&self) -> bool {
        !matches!(
            self.cause,
            Cause::QuestionChanged
                | Cause::QuestionKeepsChanging
                | Cause::ServerUpdated { .. }
                | Cause::Unreached { .. }
        )
    }

    /// The reason under which the request that it ended is counted.
    pub(super) const fn failed(&self) -> &'static str {
        if self.is_mistake() {
            return "divergence";
        }
        self.reason()
    }

    /// One line, with the same words as fields.
    pub(super) fn log(&self, handler: &str, round: u32) {
        let (reason, key) = (self.reason(), &*self.key);
        let (file, line) = (self.at.map(|at| at.file), self.at.map(|at| at.line));
        let report = Report {
            handler,
            round,
            divergence: self,
        };
        if self.is_mistake() {
            tracing::error!(
                handler,
                round,
                reason,
                key,
                file,
                line,
                "divergence {report}"
            );
        } else {
            tracing::warn!(
                handler,
                round,
                reason,
                key,
                file,
                line,
                "divergence {report}"
            );
        }
    }

    /// What the model and the user are told, where calling again helps; the others are internal errors.
    pub(crate) fn text(&self) -> Option<String> {
        match self.cause {
            Cause::QuestionChanged => Some(texts::question_changed(&self.key)),
            Cause::QuestionKeepsChanging => Some(texts::keeps_changing(&self.key)),
            Cause::ServerUpdated { .. } => Some(texts::SERVER_UPDATED.to_owned()),
            _ => None,
        }
    }
}
