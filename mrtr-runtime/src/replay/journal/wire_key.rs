//! The keys of questions on the wire.

use super::Journal;
use crate::state::Identity;

impl Journal {
    /// A short form of `of` is enough, unless another question of the flow has it too. A question
    /// that was left unanswered keeps its key.
    pub(super) fn free_wire_key(&self, identity: &Identity) -> String {
        let own = self.unanswered.iter().find(|p| p.identity == *identity);
        let key = own.map_or_else(|| wire_key(identity, 3), |own| own.wire_key.clone());
        if self.wire_keys.contains(&key) || (own.is_none() && self.shares_short_form(identity)) {
            return wire_key(identity, 16);
        }
        key
    }

    /// Also with a question of an earlier round: a client may send its answer once more.
    fn shares_short_form(&self, identity: &Identity) -> bool {
        let records = self.records.iter().map(|record| &record.identity);
        let held = self.held.iter().map(|held| &held.identity);
        let unanswered = self.unanswered.iter().map(|pending| &pending.identity);
        let mut known = records.chain(held).chain(unanswered);
        identity.of.is_some() && known.any(|known| has_short_form_of(known, identity))
    }
}

/// Whether two questions differ only in what a short form of `of` leaves out.
fn has_short_form_of(one: &Identity, other: &Identity) -> bool {
    let short = |identity: &Identity| identity.of.and_then(|of| of.first_chunk::<3>().copied());
    one != other
        && one.occurrence == other.occurrence
        && short(one) == short(other)
        && one.key == other.key
}

/// The key of a question on the wire: its key, a short form of `of`, and its occurrence.
pub(crate) fn wire_key(identity: &Identity, bytes: usize) -> String {
    use std::fmt::Write;
    let mut key = identity.key.clone();
    if let Some(of) = identity.of {
        key.push(':');
        for byte in of.iter().take(bytes) {
            // Writing to a `String` cannot fail.
            let _ = write!(key, "{byte:02x}");
        }
    }
    if identity.occurrence > 1 {
        let _ = write!(key, "#{}", identity.occurrence);
    }
    key
}
