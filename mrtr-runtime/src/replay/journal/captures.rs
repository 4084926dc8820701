//! Captures: served from their record, or evaluated once (R10, R11, R15).

use serde_json::Value;

use super::{Beginning, Claim, Journal, wire_key};
use crate::replay::{Cause, Divergence, Function, Note, Recorded};
use crate::state::{Entry, FunctionPath, Identity, Record, ShortDigest};

impl Journal {
    /// The innermost of these functions begins, under a prefix and as one call of several. What every run of it captures
    /// may have been captured by a version that it does not take it from (R15): the flow ends before anybody is asked
    /// once more in vain.
    pub(crate) fn check_captures(
        &mut self,
        around: &[&'static Function],
        prefix: &str,
        of: Option<ShortDigest>,
    ) {
        if self.records.captures_ahead().next().is_none() {
            return;
        }
        let Some(function) = around.last() else {
            return;
        };
        let lost = function.certain_captures().find_map(|site| {
            let identity = Identity {
                key: format!("{prefix}{}", site.key),
                of,
                occurrence: 1,
            };
            let cause = match self.records.at(&identity) {
                Some(record) if matches!(record.entry, Entry::Capture(_)) => {
                    foreign(record, around)
                }
                Some(_) => None,
                None => self.foreign_capture(&identity, around),
            };
            Some(Divergence {
                key: identity.key,
                at: function.place_of(site.key),
                recorded: Recorded::Nothing,
                cause: cause?,
            })
        });
        if let Some(lost) = lost {
            self.diverge(lost);
        }
    }

    /// A capture begins: served from its record, evaluated, or parked.
    /// `around` are the functions around it, the handler first.
    pub(crate) fn begin(&mut self, claim: &Claim, around: &[&Function]) -> Beginning {
        if let Some(claimed) = self.claims.get_mut(claim.number) {
            claimed.polled = true;
        }
        if self.is_over() {
            return Beginning::Parked;
        }
        let Some(place) = self.records.find(&claim.identity) else {
            if let Some(cause) = self.foreign_capture(&claim.identity, around) {
                self.diverge_at(claim, cause);
                return Beginning::Parked;
            }
            let key = claim.identity.key.clone();
            self.running.insert(claim.number, (key, claim.at));
            self.has_evaluated = true;
            self.go_on();
            return Beginning::Evaluate;
        };
        self.begin_recorded(place, claim, around)
    }

    /// What another version captured and this run has not come by: it may be the same effect under
    /// another key (R15). What a version can rename are its own captures and its calls of parts, so
    /// the functions that both stand in are looked at.
    fn foreign_capture(&self, identity: &Identity, around: &[&Function]) -> Option<Cause> {
        self.records.captures_ahead().find_map(|record| {
            let shared = shared_calls(&record.identity, identity).saturating_add(1);
            let mut both = around.iter().zip(&*record.functions).take(shared);
            let (_, changed) = both.find(|(now, then)| !now.takes_captures_of(**then))?;
            Some(updated(record, changed.version))
        })
    }

    fn begin_recorded(&mut self, place: usize, claim: &Claim, around: &[&Function]) -> Beginning {
        let Some(record) = self.records.get(place) else {
            return Beginning::Parked;
        };
        if matches!(record.entry, Entry::Answer { .. }) {
            self.diverge_at(claim, Cause::AnswerCaptured);
            return Beginning::Parked;
        }
        if let Some(cause) = foreign(record, around) {
            self.diverge_at(claim, cause);
            return Beginning::Parked;
        }
        self.records.reach(place);
        self.notes
            .add(|| Note::Replayed(wire_key(&claim.identity, 3)));
        Beginning::Recorded(place)
    }

    /// The value of a capture is recorded.
    pub(crate) fn keep(&mut self, claim: &Claim, functions: FunctionPath, value: Value) {
        self.end_running(claim);
        self.records.push(Record {
            identity: claim.identity.clone(),
            functions,
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

fn updated(record: &Record, version: u32) -> Cause {
    Cause::ServerUpdated {
        recorded: record.identity.key.clone(),
        version,
    }
}

/// Why a function does not take what was captured in it, or in what stood in its place.
fn foreign(record: &Record, around: &[&Function]) -> Option<Cause> {
    let then = record.functions.last();
    let both = around.last().zip(then);
    let is_taken = both.is_some_and(|(now, then)| now.takes_captures_of(*then));
    let version = then.map_or(0, |then| then.version);
    (!is_taken).then(|| updated(record, version))
}

/// How many calls of parts two captures have in common, from the handler on.
fn shared_calls(one: &Identity, other: &Identity) -> usize {
    let both = calls(&one.key).zip(calls(&other.key));
    both.take_while(|(one, other)| one == other).count()
}

/// The calls of parts in a key: all but its last segment.
fn calls(key: &str) -> impl Iterator<Item = &str> {
    let calls = key.rsplit_once('.').map(|(calls, _)| calls);
    calls.into_iter().flat_map(|calls| calls.split('.'))
}
