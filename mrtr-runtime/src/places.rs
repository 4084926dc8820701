//! Places for what may run or wait at once: so many in all, and so many of one caller, or for one round.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::state::Digest;

/// The places that are taken.
#[derive(Default)]
pub(crate) struct Places {
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    /// Of callers who have any.
    of: HashMap<Digest, usize>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// All are taken.
    All,
    /// The caller has as many as one may have.
    OfCaller,
}

impl Places {
    /// Takes a place for a caller.
    pub(crate) fn take(&self, caller: &Digest, all: usize, of_caller: usize) -> Result<(), Full> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all >= all {
            return Err(Full::All);
        }
        let own = taken.of.get(caller).copied().unwrap_or_default();
        if own >= of_caller {
            return Err(Full::OfCaller);
        }
        taken.all = taken.all.saturating_add(1);
        taken.of.insert(*caller, own.saturating_add(1));
        Ok(())
    }

    /// Gives back what a caller has taken.
    pub(crate) fn give_back(&self, caller: &Digest) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all = taken.all.saturating_sub(1);
        if let Some(own) = taken.of.get_mut(caller) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                taken.of.remove(caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Digest = [1; 32];
    const BOB: Digest = [2; 32];

    #[test]
    fn one_caller_has_no_more_than_one_may_have_and_all_no_more_than_there_are() {
        let places = Places::default();
        assert_eq!(places.take(&ADA, 3, 2), Ok(()));
        assert_eq!(places.take(&ADA, 3, 2), Ok(()));
        assert_eq!(places.take(&ADA, 3, 2), Err(Full::OfCaller));
        assert_eq!(places.take(&BOB, 3, 2), Ok(()));
        assert_eq!(places.take(&BOB, 3, 2), Err(Full::All));
        places.give_back(&ADA);
        assert_eq!(places.take(&BOB, 3, 2), Ok(()));
        assert_eq!(places.take(&ADA, 3, 2), Err(Full::All));
    }

    #[test]
    fn nothing_is_kept_of_a_caller_who_has_no_place() {
        let places = Places::default();
        assert_eq!(places.take(&ADA, 2, 2), Ok(()));
        assert_eq!(places.take(&ADA, 2, 2), Ok(()));
        for _ in 0..2 {
            places.give_back(&ADA);
        }
        let taken = places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!((taken.all, taken.of.len()), (0, 0));
    }
}
