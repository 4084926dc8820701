//! Who is logged in at the pages, and what they have begun there.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mrtr_runtime::Principal;

use super::random;

/// Sessions by cookie, and logins at the provider's by their `state`.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    people: Mutex<HashMap<String, Principal>>,
    begun: Mutex<HashMap<String, Principal>>,
}

impl Sessions {
    /// A cookie for a person. **A real page checks a password or asks an identity provider**; this one takes their word.
    pub(super) fn log_in(&self, subject: &str) -> anyhow::Result<String> {
        let cookie = random()?;
        let person = Principal::new("example", subject);
        lock(&self.people).insert(cookie.clone(), person);
        Ok(cookie)
    }

    pub(super) fn person(&self, cookie: &str) -> Option<Principal> {
        lock(&self.people).get(cookie).cloned()
    }

    /// A person goes to the provider: the `state` that they come back with.
    pub(super) fn begin(&self, person: Principal) -> anyhow::Result<String> {
        let state = random()?;
        lock(&self.begun).insert(state.clone(), person);
        Ok(state)
    }

    /// They are back: true if it is they, and the first time.
    pub(super) fn end(&self, state: &str, person: &Principal) -> bool {
        let mut begun = lock(&self.begun);
        let is_theirs = begun.get(state) == Some(person);
        if is_theirs {
            begun.remove(state);
        }
        is_theirs
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
