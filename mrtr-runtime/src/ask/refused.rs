//! A question that the person did not answer with yes.

use crate::texts;

/// The person said no, or closed the dialog. Both mean: do nothing.
///
/// With `?` in a handler it ends the call with a tool result that says so. It is an error like any
/// other, so that it converts into an author's own.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Refused {
    /// The person declined: an explicit no.
    Declined {
        /// The key of the question.
        key: String,
    },
    /// The person dismissed the question without a choice.
    Cancelled {
        /// The key of the question.
        key: String,
    },
}

impl Refused {
    /// The key of the question.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Declined { key } | Self::Cancelled { key } => key,
        }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&match self {
            Self::Declined { key } => texts::declined(key),
            Self::Cancelled { key } => texts::cancelled(key),
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
