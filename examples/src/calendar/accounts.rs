//! Whose calendar is connected: in memory, by person.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mrtr_runtime::Principal;

/// A connected calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Calendar {
    /// Whose it is at the provider's.
    pub(crate) owner: String,
    /// What the provider gave for it. It never goes to the client.
    pub(crate) token: String,
}

/// All connected calendars. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Accounts(Arc<Mutex<HashMap<Principal, Calendar>>>);

impl Accounts {
    /// The calendar of a person, whichever client they call with.
    pub(crate) fn of(&self, person: &Principal) -> Option<Calendar> {
        let accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.get(person).cloned()
    }

    pub(crate) fn connect(&self, person: Principal, calendar: Calendar) {
        let mut accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.insert(person, calendar);
    }
}
