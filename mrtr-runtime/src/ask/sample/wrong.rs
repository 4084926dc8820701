//! Whether a completion is what was asked for, and why not.

use std::fmt;
use std::sync::Arc;

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

    /// The author's own words, of a value that was read.
    pub(super) fn refused(reason: &str) -> Self {
        // It stands in the middle of a sentence.
        Self::new(REFUSED, reason.trim_end().trim_end_matches('.'))
    }

    /// A text that ends early does not fit because of that, as a rule; and of all else a model would write it anew at the same length.
    pub(super) fn or_cut_off(self, sample: &Sample, max_tokens: u32) -> Self {
        if sample.stop_reason() == Some(CUT_OFF) && self.code != REFUSED {
            return Self::new("cut_off", texts::cut_off(max_tokens));
        }
        self
    }
}

/// The `stopReason` of a text that has as many tokens as it may have (MCP 2026-07-28, `CreateMessageResult`).
const CUT_OFF: &str = "maxTokens";
const REFUSED: &str = "check";

type Checks = dyn Fn(&Sample) -> Result<(), Wrong> + Send + Sync;

/// What a completion is held against.
#[derive(Clone)]
pub(super) struct Check(Arc<Checks>);

impl Check {
    pub(super) fn new(
        check: impl Fn(&Sample) -> Result<(), Wrong> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(check))
    }

    pub(super) fn check(&self, sample: &Sample) -> Result<(), Wrong> {
        (self.0)(sample)
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check").finish_non_exhaustive()
    }
}
