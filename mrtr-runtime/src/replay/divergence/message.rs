//! What the log says of a divergence: where, what was recorded, and the usual cause.

use std::fmt;

use super::{Cause, Divergence};

/// A divergence with the handler and the request in which it was met.
pub(in crate::replay) struct Report<'d> {
    pub(in crate::replay) handler: &'d str,
    pub(in crate::replay) round: u32,
    pub(in crate::replay) divergence: &'d Divergence,
}

/// ```text
/// in request 3 of `pay`: `hold` (src/pay.rs:17) is an ask now and was recorded as a capture. Usual cause: ..
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
        if !self.key.is_empty() {
            write!(f, "`{}` ", self.key)?;
        }
        if let Some(at) = self.at {
            write!(f, "({at}) ")?;
        }
        self.cause.fmt(f)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CaptureType { of } => write!(
                f,
                "has a captured value recorded that does not decode as `{of}`. Usual cause: a deploy changed the \
                 captured type; give the handler another `version` with it"
            ),
            Self::CaptureAsked => f.write_str(
                "is an ask now and was recorded as a capture. Usual cause: a deploy gave its key to another site; \
                 give the ask another key, or the handler another `version`",
            ),
            Self::AnswerCaptured => f.write_str(
                "is a capture now and was recorded as an answer. Usual cause: a deploy gave its key to another site; \
                 give the capture another key, or the handler another `version`",
            ),
            Self::AnswerType => f.write_str(
                "has an answer recorded that does not decode, though its question is the same. Usual cause: a deploy \
                 changed how the form is read; give the ask another key with it",
            ),
            Self::KeyShared { first } => write!(
                f,
                "names a capture and an ask of one run; the other is at {first}. Give one of them another `key`"
            ),
            Self::CaptureRepeated => f.write_str(
                "is a capture that runs more than once; say which run a value belongs to: `capture!(of = .., ..)`, by what \
                 no two runs have in common. Where it is in a part that runs more than once, pass in what tells the runs apart",
            ),
            Self::BadKey => f.write_str(
                "is no key: a key has 1 to 48 letters, digits and `_`, and does not begin with a digit",
            ),
            Self::NotSerializable { of } => write!(
                f,
                "has an `of`, `about` or input that cannot be serialized: a `{of}`. Usual cause: a map whose keys are \
                 no texts, or a number that is not finite"
            ),
            Self::NotRoundTrip { of } => write!(
                f,
                "is a captured `{of}` that does not read back as it was written. Usual cause: a number that is not \
                 finite, or serde's `skip` or a `rename` for one direction; capture a type that survives JSON"
            ),
            Self::NeverAwaited => f.write_str(
                "is an ask that was made and never awaited, so the user was not asked; nothing was returned to the \
                 client",
            ),
            Self::Elsewhere => f.write_str(
                "was polled outside its handler, as in a spawned task, which outlives the round. Ask first and move \
                 the answer into the task",
            ),
            Self::Blocked => f.write_str(
                "is an ask that the thread is blocked for, as by `block_on`, so the round could never end. Make what \
                 asks it an `#[mrtr_part] async fn`, and await it",
            ),
            Self::CaptureLeft { ask, asked_at } => write!(
                f,
                "is a capture that was left without a value, so this round cannot suspend for `{ask}` ({asked_at}): \
                 the next round would run it again. Capture the `Result` itself to go on after an error"
            ),
            Self::RoundTime { waiting } => {
                f.write_str("is a capture that took longer than a round may take (`round_time`)")?;
                if let Some((key, at)) = waiting {
                    write!(f, "; waiting for it: `{key}` ({at})")?;
                }
                f.write_str(". An ask inside a capture never ends")
            }
            Self::RunTwice => f.write_str("a flow is one round and can be run once"),
            Self::QuestionChanged => f.write_str(
                "reads differently now, and after its answer something was captured, so the flow ended. Usual cause: \
                 what it asks about has changed, or a deploy reworded it",
            ),
            Self::QuestionKeepsChanging => f.write_str(
                "read differently in each round, so the flow ended. Usual cause: a clock or the order of a map in its \
                 message, form or `about`; record it with `capture!`",
            ),
            Self::ServerUpdated { recorded, version } => write!(
                f,
                "cannot use or repeat `{recorded}`, which version {version} captured, so the flow ended. Usual cause: a \
                 deploy changed the asks, captures or calls of a function around it; where its values still fit, say \
                 so: another `version`, and `accept = [{version}]`"
            ),
            Self::Unreached { what } => write!(
                f,
                "was recorded and not reached ({what}); the result stands. Usual cause: the handler took another way \
                 than in an earlier round, or a deploy removed it; record what decides with `capture!`"
            ),
        }
    }
}
