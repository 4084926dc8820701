//! Why a completion is not what was asked for.

use super::Sample;
use crate::texts;

/// What a model can mend, and never what it wrote.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// For the log.
    pub(super) code: &'static str,
    /// For the model.
    pub(super) reason: String,
}

impl Wrong {
    pub(super) fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self {
            code,
            reason: reason.into(),
        }
    }

    /// A text that ends early does not fit because of that, as a rule; and of all else a model would write it anew at the same length.
    pub(super) fn or_cut_off(self, sample: &Sample, max_tokens: u32) -> Self {
        if sample.stop_reason() == Some(CUT_OFF) {
            return Self::new("cut_off", texts::cut_off(max_tokens));
        }
        self
    }
}

/// The `stopReason` of a text that has as many tokens as it may have (MCP 2026-07-28, `CreateMessageResult`).
const CUT_OFF: &str = "maxTokens";
