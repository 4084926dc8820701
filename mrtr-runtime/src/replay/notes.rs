//! What the test kit is told of a round beside its reply. Other builds keep nothing of it.

use crate::mrtr::Mrtr;
use crate::wire::InputRequest;

/// What has happened in a round.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    not(feature = "testing"),
    allow(dead_code, reason = "only the test kit reads it")
)]
pub(crate) enum Note {
    /// The expression of a capture was evaluated.
    Evaluated(String),
    /// A capture gave what was recorded.
    Replayed(String),
    /// An old client is asked these questions, by requests that do not have their keys.
    Asked(Vec<(String, InputRequest)>),
    /// Something was recorded that the handler did not come by (R9).
    Unreached(String),
    /// Why the round failed.
    Cause(String),
}

#[cfg(feature = "testing")]
pub(crate) use watched::{Notes, Watch};

#[cfg(feature = "testing")]
mod watched {
    use std::sync::{Arc, Mutex, PoisonError};

    use super::{Mrtr, Note};

    /// The notes of a round; where its server is watched, of all its rounds.
    #[derive(Debug, Clone, Default)]
    pub(crate) struct Notes(Arc<Mutex<Vec<Note>>>);

    impl Notes {
        /// Those that whoever watches the server sees.
        pub(crate) fn of(mrtr: &Mrtr) -> Self {
            mrtr.watch().notes().unwrap_or_default()
        }

        pub(crate) fn add(&mut self, note: impl FnOnce() -> Note) {
            let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            list.push(note());
        }

        pub(crate) fn take(&self) -> Vec<Note> {
            let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut list)
        }
    }

    /// Who watches a server, if anybody does.
    #[derive(Debug, Default)]
    pub(crate) struct Watch(Mutex<Option<Notes>>);

    impl Watch {
        /// Watches until it is dropped.
        #[cfg(feature = "rmcp")]
        pub(crate) fn by(&self, notes: Notes) -> Watching<'_> {
            self.set(Some(notes));
            Watching(self)
        }

        #[cfg(feature = "rmcp")]
        fn set(&self, notes: Option<Notes>) {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = notes;
        }

        fn notes(&self) -> Option<Notes> {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone()
        }
    }

    /// A test may drop a call in its middle: whoever runs next must not find its notes.
    #[cfg(feature = "rmcp")]
    #[must_use]
    pub(crate) struct Watching<'w>(&'w Watch);

    #[cfg(feature = "rmcp")]
    impl Drop for Watching<'_> {
        fn drop(&mut self) {
            self.0.set(None);
        }
    }
}

#[cfg(not(feature = "testing"))]
#[derive(Debug, Default)]
pub(crate) struct Notes;

#[cfg(not(feature = "testing"))]
impl Notes {
    pub(crate) fn of(_mrtr: &Mrtr) -> Self {
        Self
    }

    pub(crate) fn add(&mut self, _note: impl FnOnce() -> Note) {}
}
