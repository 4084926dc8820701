//! What a run repeats: all up to where the last round ended. It matters to nothing but logs.

use super::{Claim, Journal};
use crate::replay::scope;
use crate::state::Identity;

impl Journal {
    /// An ask comes by: the last round ended where it was open.
    pub(super) fn come_by(&mut self, claim: &Claim) {
        if self.is_replaying && self.was_open(&claim.identity) {
            self.go_on();
        }
    }

    fn was_open(&self, identity: &Identity) -> bool {
        let mut unanswered = self.unanswered.iter();
        unanswered.any(|pending| pending.identity == *identity) || self.held_for(identity).is_some()
    }

    /// This run has come to where the last round ended, or takes another way.
    pub(crate) fn go_on(&mut self) {
        if std::mem::take(&mut self.is_replaying) {
            scope::go_on();
        }
    }
}
