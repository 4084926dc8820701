//! Why a run is not what its script says.

use std::fmt;

use super::Transcript;
use super::script::{NoAnswer, Reading};
use super::similar::nearest;
use crate::{Failure, RpcError, texts};

/// A run that did not go as its script says, with what has happened so far.
///
/// Both `{}` and `{:?}` print it whole, so that `unwrap` in a test shows all there is to know.
#[derive(Clone)]
pub struct RunError(Box<Parts>);

#[derive(Clone)]
struct Parts {
    what: String,
    failure: Option<Failure>,
    transcript: Transcript,
}

impl RunError {
    pub(super) fn new(what: impl Into<String>, transcript: Transcript) -> Self {
        Self(Box::new(Parts {
            what: what.into(),
            failure: None,
            transcript,
        }))
    }

    /// The flow failed.
    pub(super) fn failed(failure: Failure, causes: &[String], transcript: Transcript) -> Self {
        let mut what = format!("the flow failed: {failure}");
        if !causes.is_empty() {
            what = format!(
                "{what}\nthe cause, which no client is told: {}",
                causes.join("; ")
            );
        }
        let mut error = Self::new(what, transcript);
        error.0.failure = Some(failure);
        error
    }

    /// A question without an answer in the script.
    pub(super) fn no_answer(none: &NoAnswer, script: &Reading<'_>, transcript: Transcript) -> Self {
        let what = match none {
            NoAnswer::UsedUp(key) => {
                format!("`{key}` was asked once more than the script has answers for it")
            }
            NoAnswer::Unknown(key) => match nearest(key, script.keys()) {
                Some(near) => format!(
                    "`{key}` was asked, and the script has no answer for it; it has one for `{near}`"
                ),
                None => format!("`{key}` was asked, and the script has no answer for it"),
            },
        };
        Self::new(what, transcript)
    }

    /// Answers that were not asked for.
    pub(super) fn not_asked(left: &[&str], transcript: Transcript) -> Self {
        let what = {
            let asked: Vec<&str> = transcript.questions().map(|(key, _)| &**key).collect();
            format!(
                "the script has answers that were not asked for: {}; asked were {}",
                listed(left),
                if asked.is_empty() {
                    "none".to_owned()
                } else {
                    listed(&asked)
                }
            )
        };
        Self::new(what, transcript)
    }

    /// What the client was told, where the flow failed.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.0.failure.as_ref()
    }

    /// Whether the `requestState` did not open: it was tampered with, has expired, belongs to another caller or call, was
    /// sealed under a key that is gone, or was spent with another answer.
    #[must_use]
    pub fn is_bad_state(&self) -> bool {
        let Some(Failure::Rpc(error)) = self.failure() else {
            return false;
        };
        error.code == RpcError::INVALID_PARAMS && error.message == texts::BAD_STATE
    }

    /// What has happened so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.0.transcript
    }
}

fn listed(keys: &[&str]) -> String {
    let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    keys.join(", ")
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.0.what, self.0.transcript)
    }
}

/// As it displays.
impl fmt::Debug for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for RunError {}
