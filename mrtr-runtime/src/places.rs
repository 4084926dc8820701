//! Places for what may run or wait at once: so many in all, and so many of one owner: a caller, or a round.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::limits::Limits;
use crate::mrtr::Mrtr;
use crate::state::Digest;

/// The places that are taken.
#[derive(Default)]
pub(crate) struct Places {
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    /// Of owners that have any.
    of: HashMap<Digest, usize>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// All are taken.
    All,
    /// The owner has as many as one may have.
    OfOwner,
}

impl Places {
    /// Takes a place for an owner.
    pub(crate) fn take(&self, owner: &Digest, all: usize, of_owner: usize) -> Result<(), Full> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all >= all {
            return Err(Full::All);
        }
        let own = taken.of.get(owner).copied().unwrap_or_default();
        if own >= of_owner {
            return Err(Full::OfOwner);
        }
        taken.all = taken.all.saturating_add(1);
        taken.of.insert(*owner, own.saturating_add(1));
        Ok(())
    }

    /// Gives back what an owner has taken.
    pub(crate) fn give_back(&self, owner: &Digest) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all = taken.all.saturating_sub(1);
        if let Some(own) = taken.of.get_mut(owner) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                taken.of.remove(owner);
            }
        }
    }
}

/// A place of a dialog with an old client, which is given back when this is dropped.
pub(crate) struct OpenDialog<'m> {
    open: &'m Places,
    caller: Digest,
}

impl<'m> OpenDialog<'m> {
    pub(crate) fn of(open: &'m Places, caller: Digest, limits: &Limits) -> Result<Self, Full> {
        open.take(&caller, limits.open_dialogs, limits.open_dialogs_per_caller)?;
        Ok(Self { open, caller })
    }
}

impl Drop for OpenDialog<'_> {
    fn drop(&mut self) {
        self.open.give_back(&self.caller);
    }
}

/// A place of a task that runs, which is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct TaskPlace {
    mrtr: Mrtr,
    caller: Digest,
}

impl TaskPlace {
    pub(crate) fn of(mrtr: &Mrtr, caller: Digest) -> Result<Self, Full> {
        let limits = mrtr.limits();
        mrtr.running_tasks()
            .take(&caller, limits.tasks, limits.tasks_per_caller)?;
        let mrtr = mrtr.clone();
        Ok(Self { mrtr, caller })
    }
}

impl Drop for TaskPlace {
    fn drop(&mut self) {
        self.mrtr.running_tasks().give_back(&self.caller);
    }
}

/// A place of a request that waits for the end of a round, which is given back when this is dropped.
pub(crate) struct WaitingPlace<'m> {
    waiting: &'m Places,
    round: Digest,
}

impl<'m> WaitingPlace<'m> {
    pub(crate) fn of(waiting: &'m Places, round: Digest, most: usize) -> Option<Self> {
        waiting.take(&round, usize::MAX, most).ok()?;
        Some(Self { waiting, round })
    }
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        self.waiting.give_back(&self.round);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Digest = [1; 32];
    const BOB: Digest = [2; 32];

    #[test]
    fn one_owner_has_no_more_than_one_may_have_and_all_no_more_than_there_are() {
        let places = Places::default();
        assert_eq!(places.take(&ADA, 3, 2), Ok(()));
        assert_eq!(places.take(&ADA, 3, 2), Ok(()));
        assert_eq!(places.take(&ADA, 3, 2), Err(Full::OfOwner));
        assert_eq!(places.take(&BOB, 3, 2), Ok(()));
        assert_eq!(places.take(&BOB, 3, 2), Err(Full::All));
        places.give_back(&ADA);
        assert_eq!(places.take(&BOB, 3, 2), Ok(()));
        assert_eq!(places.take(&ADA, 3, 2), Err(Full::All));
    }

    #[test]
    fn nothing_is_kept_of_an_owner_that_has_no_place() {
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
