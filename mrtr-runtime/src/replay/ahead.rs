//! Whether a state has room for what a capture gives, and for what has to follow it: then its value is of use.

use serde_json::Value;

use super::journal::wire_key;
use super::{Claim, Flow, Stop};
use crate::state::{Entry, FlowState, Identity, Kind, Pending, Record, ShortDigest, value_bytes};

/// What has to fit into a state behind a capture.
#[derive(Debug)]
pub(crate) struct Ahead {
    /// The least of what each further capture gives.
    pub(crate) least: Value,
    /// How many there are.
    pub(crate) captures: usize,
    /// The ask that they are for.
    pub(crate) ask: Identity,
}

impl Flow {
    /// Whether a state has room for a capture that gives this, and for what is ahead of it.
    pub(super) fn check_value(
        &self,
        claim: &Claim,
        value: Value,
        ahead: &Ahead,
    ) -> Result<(), Stop> {
        match self.state_with(claim, value, ahead) {
            Some(state) => self.check_fit(&state),
            None => Ok(()),
        }
    }

    /// How much shorter what a capture gave would have to be, in bytes.
    pub(super) fn excess(&self, claim: &Claim, value: Value, ahead: &Ahead) -> usize {
        let alone = value_bytes(&value).saturating_sub(self.limits().state_bytes);
        let state = self.state_with(claim, value, ahead);
        let excess = state.and_then(|state| self.excess_of(&state));
        // Four characters of a state are three bytes.
        let excess = excess.map(|(bytes, limit)| bytes.saturating_sub(limit).div_ceil(4) * 3);
        excess.unwrap_or_default().max(alone)
    }

    fn state_with(&self, claim: &Claim, value: Value, ahead: &Ahead) -> Option<FlowState> {
        let mut state = self.state_so_far(self.functions().first()?)?;
        let functions = self.function_path();
        let record = |value| Record {
            identity: claim.identity.clone(),
            functions: functions.clone(),
            entry: Entry::Capture(value),
        };
        state.records.push(record(value));
        let further = std::iter::repeat_with(|| record(ahead.least.clone()));
        // A loop of tools in another branch has the least of its results, and its next turn, too.
        let beside = self.with(|journal| journal.running_beside(claim));
        state.records.extend(further.take(ahead.captures + beside));
        let turn = || Pending {
            wire_key: wire_key(&ahead.ask, 3),
            identity: ahead.ask.clone(),
            kind: Kind::Sample,
            question: ShortDigest::default(),
            retries: 0,
            since: None,
            members: Vec::new(),
        };
        let turns = std::iter::repeat_with(turn);
        state.pending.extend(turns.take(1 + beside));
        Some(state)
    }
}
