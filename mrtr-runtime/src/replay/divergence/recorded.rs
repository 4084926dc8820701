//! What was recorded where a handler diverged: what kind of thing, and never its value.

use std::borrow::Cow;

use super::{Cause, Divergence};

/// What the journal has under the key of a divergence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recorded {
    Nothing,
    Answer,
    Capture,
    /// An answer that came, and that no ask has come by.
    Held,
}

impl Recorded {
    /// The label under which it is counted where it is not reached.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Answer => "answer",
            Self::Capture => "capture",
            Self::Held => "held_answer",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Nothing => "nothing under this key",
            Self::Answer => "an answer",
            Self::Capture => "a captured value",
            Self::Held => "an answer that came for a later ask",
        }
    }
}

impl Divergence {
    /// The rest of a sentence.
    pub(super) fn recorded(&self) -> Cow<'static, str> {
        match &self.cause {
            Cause::QuestionChanged | Cause::QuestionKeepsChanging => {
                "an answer to the question as it read before".into()
            }
            Cause::ServerUpdated { recorded, version } => {
                format!("`{recorded}`, a value that version {version} captured").into()
            }
            Cause::RunTwice { .. } => "the one round that this flow is".into(),
            _ => self.recorded.text().into(),
        }
    }
}
