//! What a person reads in a question, or where it sends them, and what of it makes it another question.

use super::At;
use crate::state::{Hasher, ShortDigest};

/// A text of a question. A link of the flow in it counts as that and not as it is spelt, since rotated keys spell it
/// anew (R4).
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) digest: ShortDigest,
}

impl Text {
    /// The message of a question. In one that is too long to be sent no link is looked for, which costs more than a
    /// look at its length.
    pub(super) fn message(at: At<'_>, text: String) -> Self {
        if text.len() <= at.flow.limits().message_bytes {
            return Self::new(at, text);
        }
        let digest = Hasher::new("long text").field(text.as_bytes()).short();
        Self { text, digest }
    }

    pub(super) fn new(at: At<'_>, text: String) -> Self {
        let mut hasher = Hasher::new("text");
        hasher.list(at.flow.around_links(&text));
        let digest = hasher.short();
        Self { text, digest }
    }
}
