//! The identities that a run has given out (R3).

use std::collections::BTreeMap;

use super::Class;
use crate::replay::Location;
use crate::state::ShortDigest;

/// The keys of a run, each with what it names and how often it was used.
#[derive(Debug, Default)]
pub(super) struct Uses(BTreeMap<String, Named>);

#[derive(Debug)]
struct Named {
    class: Class,
    first: Location,
    /// Uses without an `of`.
    plain: u32,
    counts: BTreeMap<ShortDigest, u32>,
}

impl Uses {
    /// The number of this use of a key and `of`, from 1.
    pub(super) fn count(
        &mut self,
        key: &str,
        of: Option<ShortDigest>,
        class: Class,
        at: Location,
    ) -> u32 {
        let first = || Named {
            class,
            first: at,
            plain: 0,
            counts: BTreeMap::new(),
        };
        let named = self.0.entry(key.to_owned()).or_insert_with(first);
        let count = match of {
            None => &mut named.plain,
            Some(of) => named.counts.entry(of).or_default(),
        };
        *count = count.saturating_add(1);
        *count
    }

    /// Where a key first named something of the other class.
    pub(super) fn other_class(&self, key: &str, class: Class) -> Option<Location> {
        let named = self.0.get(key).filter(|named| named.class != class);
        named.map(|named| named.first)
    }
}
