//! Captures: served from their record, or evaluated once (R10, R11, R15).

use serde_json::Value;

use super::{Beginning, Claim, Journal};
use crate::replay::Divergence;
use crate::state::{Entry, FunctionId, Record};
use crate::texts;

impl Journal {
    /// A capture begins: served from its record, evaluated, or parked.
    pub(crate) fn begin(&mut self, claim: &Claim, takes: impl Fn(FunctionId) -> bool) -> Beginning {
        if let Some(claimed) = self.claims.get_mut(claim.number) {
            claimed.polled = true;
        }
        if self.is_over() {
            return Beginning::Parked;
        }
        let Some(place) = self.records.find(&claim.identity) else {
            if self.has_foreign_capture(claim, takes) {
                self.end("server_updated", texts::SERVER_UPDATED.to_owned(), claim);
                return Beginning::Parked;
            }
            let key = claim.identity.key.clone();
            self.running.insert(claim.number, (key, claim.at));
            self.has_evaluated = true;
            return Beginning::Evaluate;
        };
        self.begin_recorded(place, claim, takes)
    }

    /// Whether another version captured something that this run has not come by: it may be the same
    /// effect under another key (R15). A handler of another version may also have renamed a part.
    fn has_foreign_capture(&self, claim: &Claim, takes: impl Fn(FunctionId) -> bool) -> bool {
        self.records.captures_ahead().any(|record| {
            let is_beside = prefix(&record.identity.key) == prefix(&claim.identity.key);
            self.is_foreign || (is_beside && !takes(record.function))
        })
    }

    fn begin_recorded(
        &mut self,
        place: usize,
        claim: &Claim,
        takes: impl Fn(FunctionId) -> bool,
    ) -> Beginning {
        let Some(record) = self.records.get(place) else {
            return Beginning::Parked;
        };
        if matches!(record.entry, Entry::Answer { .. }) {
            let key = claim.identity.key.clone();
            self.diverge(Divergence::AnswerCaptured { key, at: claim.at });
            return Beginning::Parked;
        }
        if !takes(record.function) {
            self.end("server_updated", texts::SERVER_UPDATED.to_owned(), claim);
            return Beginning::Parked;
        }
        self.records.reach(place);
        Beginning::Recorded(place)
    }

    /// The value of a capture is recorded.
    pub(crate) fn keep(&mut self, claim: &Claim, function: FunctionId, value: Value) {
        self.end_running(claim);
        self.records.push(Record {
            identity: claim.identity.clone(),
            function,
            entry: Entry::Capture(value),
        });
    }

    /// A capture is left without a value, by `?` or by being dropped (R11).
    pub(crate) fn leave(&mut self, claim: &Claim) {
        if self.end_running(claim) {
            let key = claim.identity.key.clone();
            self.left.get_or_insert((key, claim.at));
        }
    }

    /// A capture is no longer being evaluated; false if it was not.
    pub(crate) fn end_running(&mut self, claim: &Claim) -> bool {
        self.running.remove(&claim.number).is_some()
    }
}

/// The part of a key that names the call of a part; empty in a handler.
fn prefix(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(prefix, _)| prefix)
}
