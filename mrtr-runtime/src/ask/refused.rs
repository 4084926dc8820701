//! A question that the person did not answer with yes.

use std::fmt;
use std::time::Duration;

use crate::state::Outcome;
use crate::texts;

/// The person said no, or closed the dialog. Both mean: do nothing.
///
/// With `?` in a handler it ends the call with a tool result that says so. It is an error like any
/// other, so that it converts into an author's own.
///
/// Some clients refuse what they do not show; [`unseen`](Self::unseen) tells those refusals apart.
///
/// ```
/// use mrtr_runtime::prelude::*;
///
/// #[mrtr_tool]
/// async fn deploy(version: &str) -> Result<String, Refused> {
///     match ask_confirm!("Deploy {version}?").await {
///         Ok(()) => Ok(format!("{version} is live.")),
///         Err(refused) if refused.unseen().is_some() => {
///             Ok("Nobody was asked: this client shows no questions. Deploy from another one.".to_owned())
///         }
///         Err(refused) => Err(refused),
///     }
/// }
/// # let _ = deploy;
/// ```
///
/// Two refusals are equal if they are of one kind and key, however fast they came.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub enum Refused {
    /// The person declined: an explicit no.
    #[non_exhaustive]
    Declined {
        /// The key of the question.
        key: String,
        /// How fast it came, where that was too fast for a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unseen: Option<Duration>,
    },
    /// The person dismissed the question without a choice.
    #[non_exhaustive]
    Cancelled {
        /// The key of the question.
        key: String,
        /// How fast it came, where that was too fast for a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unseen: Option<Duration>,
    },
}

impl Refused {
    /// A no of somebody who saw the question: for tests.
    #[must_use]
    pub fn declined(key: impl Into<String>) -> Self {
        Self::Declined {
            key: key.into(),
            unseen: None,
        }
    }

    /// A dialog that was dismissed by somebody who saw it: for tests.
    #[must_use]
    pub fn cancelled(key: impl Into<String>) -> Self {
        Self::Cancelled {
            key: key.into(),
            unseen: None,
        }
    }

    /// The refusal that was recorded; none if it was none.
    pub(crate) fn of(outcome: &Outcome, key: &str) -> Option<Self> {
        let key = key.to_owned();
        match outcome {
            Outcome::Accepted(_) => None,
            Outcome::Declined(haste) => Some(Self::Declined {
                key,
                unseen: haste.map(Duration::from_millis),
            }),
            Outcome::Cancelled(haste) => Some(Self::Cancelled {
                key,
                unseen: haste.map(Duration::from_millis),
            }),
        }
    }

    /// The key of the question.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Declined { key, .. } | Self::Cancelled { key, .. } => key,
        }
    }

    /// How long after the question it came, if that was less than
    /// [`Limits::reading_time`](crate::Limits::reading_time): then nobody can have read the question, and the client
    /// refused it by itself. To the millisecond, and the same in every round of the flow. It counts from when the
    /// question was first shown, also where it stayed open over several rounds.
    ///
    /// Where another instance of the server asked, and its clock differs, the time is off by as much; a refusal
    /// that seems older than its question is not an unseen one.
    #[must_use]
    pub fn unseen(&self) -> Option<Duration> {
        match self {
            Self::Declined { unseen, .. } | Self::Cancelled { unseen, .. } => *unseen,
        }
    }
}

impl PartialEq for Refused {
    fn eq(&self, other: &Self) -> bool {
        let is_same_kind = std::mem::discriminant(self) == std::mem::discriminant(other);
        is_same_kind && self.key() == other.key()
    }
}

impl Eq for Refused {}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What took no time that the clock shows took some all the same.
        let millis = self.unseen().map(|time| time.as_millis().max(1));
        f.write_str(&match (self, millis) {
            (Self::Declined { key, .. }, None) => texts::declined(key),
            (Self::Cancelled { key, .. }, None) => texts::cancelled(key),
            (Self::Declined { key, .. }, Some(millis)) => texts::declined_unseen(key, millis),
            (Self::Cancelled { key, .. }, Some(millis)) => texts::cancelled_unseen(key, millis),
        })
    }
}

impl std::error::Error for Refused {}

/// For handlers whose error is a text.
impl From<Refused> for String {
    fn from(refused: Refused) -> Self {
        refused.to_string()
    }
}
