//! What the log says of a divergence: where it was met, what it is, what was recorded, and the usual cause.

use std::fmt;

use super::{Cause, Divergence};

/// A divergence with the handler and the request in which it was met.
pub(in crate::replay) struct Report<'d> {
    pub(in crate::replay) handler: &'d str,
    pub(in crate::replay) round: u32,
    pub(in crate::replay) divergence: &'d Divergence,
}

/// ```text
/// in request 3 of `pay`: `hold` (src/pay.rs:17) is an ask now and was a capture. Recorded: a captured value. Usual
/// cause: ..
/// ```
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            handler,
            round,
            divergence,
        } = self;
        write!(f, "in request {round} of `{handler}`: {divergence}")
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.key, self.at) {
            ("", _) => {}
            (key, Some(at)) => write!(f, "`{key}` ({at}) ")?,
            (key, None) => write!(f, "`{key}` (in no function of this run) ")?,
        }
        let (cause, recorded, usual) = (&self.cause, self.recorded(), self.cause.usual());
        write!(f, "{cause}. Recorded: {recorded}. Usual cause: {usual}")
    }
}

/// What has happened.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CaptureType { of } => write!(f, "does not decode as `{of}`"),
            Self::CaptureAsked => f.write_str("is an ask now and was a capture"),
            Self::AnswerCaptured => f.write_str("is a capture now and was an ask"),
            Self::AnswerType => {
                f.write_str("has an answer that does not decode, though its question is the same")
            }
            Self::KeyShared { first } => write!(
                f,
                "names a capture and an ask of one run; the other is at {first}"
            ),
            Self::CaptureRepeated => f.write_str("is a capture that runs more than once"),
            Self::BadKey => f.write_str(
                "is no key: a key has 1 to 48 letters, digits and `_`, and does not begin with a digit",
            ),
            Self::NotSerializable { of } => write!(
                f,
                "has an `of`, `about` or input that cannot be serialized: a `{of}`"
            ),
            Self::NotRoundTrip { of } => write!(
                f,
                "is a captured `{of}` that does not read back as it was written"
            ),
            Self::NeverAwaited => f.write_str(
                "is an ask that was made and never awaited, so the user was not asked; nothing was returned to the \
                 client",
            ),
            Self::Elsewhere => f.write_str("was polled outside its handler"),
            Self::Blocked => f.write_str(
                "is an ask that the thread is blocked for, so the round could never end",
            ),
            Self::CaptureLeft { ask, asked_at } => write!(
                f,
                "is a capture that was left without a value, so this round cannot suspend for `{ask}` ({asked_at}): \
                 the next round would run it again"
            ),
            Self::RoundTime { waiting } => {
                f.write_str("is a capture that took longer than a round may take (`round_time`)")?;
                match waiting {
                    Some((key, at)) => write!(f, "; waiting for it: `{key}` ({at})"),
                    None => Ok(()),
                }
            }
            Self::RunTwice { file } => write!(
                f,
                "the handler (in {file}) is run a second time, and a flow is one round"
            ),
            Self::QuestionChanged => f.write_str(
                "reads differently now, and after its answer something was captured, so the flow ended",
            ),
            Self::QuestionKeepsChanging => {
                f.write_str("read differently in each round, so the flow ended")
            }
            Self::ServerUpdated { recorded, .. } => {
                write!(f, "cannot use or repeat `{recorded}`, so the flow ended")
            }
            Self::Unreached { next } => {
                f.write_str("was not reached; the result stands")?;
                match next {
                    Some((key, Some(at))) => write!(f, "; reached next: `{key}` ({at})"),
                    Some((key, None)) => write!(f, "; reached next: `{key}`"),
                    None => Ok(()),
                }
            }
        }
    }
}
