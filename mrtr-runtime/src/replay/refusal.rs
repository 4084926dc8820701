//! Refusals that came faster than a person reads: some clients decline unseen.

use serde_json::Value;

use super::{Claim, Flow, Invalid};
use crate::clock::saturating_millis;
use crate::counters::Counter;
use crate::limits::Limits;
use crate::state::{Haste, Kind, Outcome};

/// The time from when a question could be read to its answer, if nobody can have read it in that time. Where the clocks of
/// two machines differ there may be none.
pub(super) fn haste(since: u64, now: u64, limits: &Limits) -> Haste {
    let after = now.checked_sub(since);
    after.filter(|millis| *millis < saturating_millis(limits.reading_time))
}

/// Whether an answer is a decline or a cancel.
pub(super) fn is_refusal(kind: Kind, answer: &Value) -> bool {
    let is_accepted = answer.get("action").and_then(Value::as_str) == Some("accept");
    matches!(kind, Kind::Form | Kind::Url) && !is_accepted
}

impl Flow {
    /// Counts and logs that an old client answered a sample or roots by an error, which is recorded as a refusal.
    pub(super) fn note_client_error(&self, claim: &Claim) {
        let reason = "client_error";
        self.count(Counter::Refusals, reason);
        tracing::warn!(
            round = self.shared.facts.request,
            reason,
            key = claim.identity.key,
            file = claim.at.file,
            line = claim.at.line,
            "an old client answered a question with an error: the handler is told"
        );
    }

    /// Counts a refusal when it is recorded, and logs one that nobody saw.
    pub(super) fn note_refusal(&self, claim: &Claim, outcome: &Outcome) {
        let (label, haste) = match outcome {
            Outcome::Accepted(_) => return,
            Outcome::Declined(None) => ("declined", None),
            Outcome::Cancelled(None) => ("cancelled", None),
            Outcome::Declined(haste) => ("declined_unseen", *haste),
            Outcome::Cancelled(haste) => ("cancelled_unseen", *haste),
        };
        self.count(Counter::Refusals, label);
        if let Some(millis) = haste {
            tracing::info!(
                round = self.shared.facts.request,
                reason = label,
                key = claim.identity.key,
                file = claim.at.file,
                line = claim.at.line,
                millis,
                "a question was refused faster than a person reads"
            );
        }
    }

    /// Logs that no answer was valid where the handler goes on without one.
    pub(super) fn note_given_up(&self, claim: &Claim, invalid: &Invalid) {
        tracing::warn!(
            round = self.shared.facts.request,
            reason = invalid.code,
            key = claim.identity.key,
            file = claim.at.file,
            line = claim.at.line,
            "what the model wrote does not do"
        );
    }
}
