//! What a person reads in a question, or where it sends them, and what of it makes it another question.

use super::At;
use crate::state::Hasher;

/// A text of a question. A link of the flow in it counts as that and not as it is spelt, since rotated keys spell it
/// anew (R4).
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    /// What stands around its links, if it has any.
    around_links: Option<Vec<String>>,
}

impl Text {
    /// The message of a question. In one that is too long to be sent no link is looked for, which costs more than a
    /// look at its length.
    pub(super) fn message(at: At<'_>, text: String) -> Self {
        if text.len() <= at.flow.limits().message_bytes {
            return Self::new(at, text);
        }
        Self {
            text,
            around_links: None,
        }
    }

    pub(super) fn new(at: At<'_>, text: String) -> Self {
        Self {
            around_links: at.flow.around_links(&text),
            text,
        }
    }

    /// Makes it part of a question's digest.
    pub(super) fn digest(&self, hasher: &mut Hasher) {
        match &self.around_links {
            None => hasher.one(self.text.as_bytes()),
            Some(parts) => hasher.list(parts),
        }
    }
}
