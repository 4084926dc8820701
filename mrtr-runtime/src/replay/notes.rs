//! What the test kit is told of a round beside its reply. Other builds keep nothing of it.

/// What has happened in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "testing"),
    allow(dead_code, reason = "only the test kit reads it")
)]
pub(crate) enum Note {
    /// The expression of a capture was evaluated.
    Evaluated(String),
    /// A capture gave what was recorded.
    Replayed(String),
    /// Something was recorded that the handler did not come by (R9).
    Unreached(String),
    /// Why the round failed.
    Cause(String),
}

/// The notes of one round.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    #[cfg(feature = "testing")]
    list: Vec<Note>,
}

#[cfg(feature = "testing")]
impl Notes {
    pub(crate) fn add(&mut self, note: impl FnOnce() -> Note) {
        self.list.push(note());
    }

    pub(crate) fn take(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.list)
    }
}

#[cfg(not(feature = "testing"))]
impl Notes {
    pub(crate) fn add(&mut self, _note: impl FnOnce() -> Note) {}
}
