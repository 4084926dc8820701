//! The usual cause of each divergence, and what to do about it.

use std::borrow::Cow;

use super::Cause;

impl Cause {
    /// Why it mostly happens; the rest of a sentence.
    pub(super) fn usual(&self) -> Cow<'static, str> {
        match self {
            Self::ServerUpdated { version, .. } => return accepting(*version).into(),
            Self::Unreached { .. } => {
                "the handler took another way than in an earlier round, or a deploy removed it; record what decides \
                 with `capture!`"
            }
            Self::QuestionChanged => {
                "what it asks about, offers or is filled in with has changed, or a deploy reworded it; record what it \
                 shows with `capture!`"
            }
            Self::QuestionKeepsChanging => {
                "a clock or the order of a map in its message, form or `about`; record it with `capture!`"
            }
            _ => self.usual_of_mistake(),
        }
        .into()
    }

    const fn usual_of_mistake(&self) -> &'static str {
        match self {
            Self::CaptureType { .. } => {
                "a deploy changed the captured type; give the handler another `version` with it"
            }
            Self::CaptureAsked => {
                "a deploy gave its key to another site; give the ask another key, or the handler another `version`"
            }
            Self::AnswerCaptured => {
                "a deploy gave its key to another site; give the capture another key, or the handler another `version`"
            }
            Self::AnswerType => {
                "a deploy changed how the form is read; give the ask another key with it"
            }
            _ => self.usual_in_one_run(),
        }
    }

    /// Of what goes wrong in any version.
    const fn usual_in_one_run(&self) -> &'static str {
        match self {
            Self::KeyShared { .. } => "two parts under one name; give one of them another `key`",
            Self::CaptureRepeated => {
                "a loop, or a part that is called in one; say which run a value belongs to: `capture!(of = .., ..)`, by \
                 what no two runs have in common. Where it is in a part that runs more than once, pass in what tells \
                 the runs apart"
            }
            Self::BadKey => {
                "a key that no macro has seen; write it out as `key = ..` of an ask or capture, where it is checked \
                 while the program compiles"
            }
            Self::NotSerializable { .. } => {
                "a map whose keys are no texts, or a number that is not finite"
            }
            Self::NotRoundTrip { .. } => {
                "a number that is not finite, or serde's `skip` or a `rename` for one direction; capture a type that \
                 survives JSON"
            }
            Self::NeverAwaited => {
                "a missing `.await`, or a return between the ask and its `.await`; make the ask where its answer is used"
            }
            Self::Elsewhere => {
                "a spawned task, which outlives the round; ask first and move the answer into the task"
            }
            Self::Blocked => {
                "`block_on` in code that is not async; make what asks it an `#[mrtr_part] async fn`, and await it"
            }
            Self::CaptureLeft { .. } => {
                "`?` inside of the `capture!`; capture the `Result` itself to go on after an error"
            }
            Self::RoundTime { .. } => {
                "an ask inside of the capture, which never ends, or a service that does not answer; ask ahead of the \
                 capture, and call the service with a timeout"
            }
            _ => "a `Flow` that was kept or given to two handlers; open one for each request",
        }
    }
}

fn accepting(version: u32) -> String {
    format!(
        "a deploy changed the asks, captures or calls of a function around it; where its values still fit, say so: \
         another `version`, and `accept = [{version}]`"
    )
}
