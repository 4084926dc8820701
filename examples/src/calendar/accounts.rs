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
pub(crate) struct Accounts(Arc<Mutex<HashMap<Person, Calendar>>>);

/// Whom a calendar belongs to. A page knows nothing of the client that somebody calls with, so that is left out.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Person {
    issuer: Option<String>,
    subject: Option<String>,
    scope: Option<String>,
}

impl Person {
    /// None for the anonymous: what belonged to one would belong to all.
    fn of(principal: &Principal) -> Option<Self> {
        let owned = |part: Option<&str>| part.map(str::to_owned);
        let person = Self {
            issuer: owned(principal.issuer()),
            subject: owned(principal.subject()),
            scope: owned(principal.scope_id()),
        };
        (!principal.is_anonymous()).then_some(person)
    }
}

impl Accounts {
    /// The calendar of a person, whichever client they call with.
    pub(crate) fn of(&self, person: &Principal) -> Option<Calendar> {
        let accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.get(&Person::of(person)?).cloned()
    }

    pub(crate) fn connect(&self, person: &Principal, calendar: Calendar) {
        let mut accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(person) = Person::of(person) {
            accounts.insert(person, calendar);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_belongs_to_a_person_whichever_client_they_call_with() {
        let accounts = Accounts::default();
        let calendar = Calendar {
            owner: "ann@work".to_owned(),
            token: "secret".to_owned(),
        };
        let ann = || Principal::new("example", "ann").scope("tenant-7");
        accounts.connect(&ann(), calendar.clone());
        for same in [ann(), ann().client("phone"), ann().client("desktop")] {
            assert_eq!(accounts.of(&same).as_ref(), Some(&calendar));
        }
        for other in [
            Principal::new("example", "bob").scope("tenant-7"),
            Principal::new("other", "ann").scope("tenant-7"),
            Principal::new("example", "ann").scope("tenant-8"),
            Principal::new("example", "ann"),
            Principal::local(),
        ] {
            assert_eq!(accounts.of(&other), None, "{other:?}");
        }
        accounts.connect(&Principal::anonymous(), calendar);
        assert_eq!(accounts.of(&Principal::anonymous()), None);
    }
}
