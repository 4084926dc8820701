//! A fake provider of calendars, with a login as OAuth has it: a code in the address, for a token behind the scenes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::accounts::Calendar;
use crate::pages::random;

/// The provider. Clones share its codes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Provider(Arc<Mutex<HashMap<String, String>>>);

impl Provider {
    /// The owner has logged in and said yes: a code, which counts once.
    pub(crate) fn approve(&self, owner: &str) -> anyhow::Result<String> {
        let code = random()?;
        self.codes().insert(code.clone(), owner.to_owned());
        Ok(code)
    }

    /// Between servers: the token for a code.
    pub(crate) fn redeem(&self, code: &str) -> anyhow::Result<Option<Calendar>> {
        let Some(owner) = self.codes().remove(code) else {
            return Ok(None);
        };
        let token = random()?;
        Ok(Some(Calendar { owner, token }))
    }

    /// The next entry of a calendar.
    pub(crate) fn next_meeting(calendar: &Calendar) -> String {
        debug_assert!(!calendar.token.is_empty());
        format!("{}: 14:00, Review of the quarter", calendar.owner)
    }

    fn codes(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
