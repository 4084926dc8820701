//! Questions that nobody could answer, or that may not be sent.

use super::{Location, Stop};
use crate::ask::Unbalanced;
use crate::texts;
use crate::urls::UrlFlaw;

/// Why a question is not asked. It ends the call with a sentence that names the ask; what is wrong with an
/// address or a conversation is told to the log alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// There is nothing to pick from.
    NothingToPick,
    /// There is more to pick from than this.
    TooMuchToPick(usize),
    /// Two items would be sent as the same value; their places, from 1.
    SameValue(usize, usize),
    /// The item at this place, from 1, has no text to show or to send.
    NoText(usize),
    /// At least `least` must be picked, and there are only so many, or no more than `most` may be.
    OutOfReach {
        /// The least that must be picked.
        least: u32,
        /// The most that can be picked.
        most: u32,
    },
    /// A form is filled in with more than an answer may hold: this many bytes.
    TooMuchFilledIn(usize),
    /// The text to type is empty, or has characters that are not seen.
    Untypable,
    /// The person may not be sent there.
    Url(UrlFlaw),
    /// No provider would take the conversation.
    Conversation(Unbalanced),
    /// The SDK takes no such sample; what is wrong is said without what it holds.
    Misshapen(&'static str),
}

impl Flaw {
    /// The reason, for programs: log filters, counters, tests.
    pub(crate) const fn reason(&self) -> &'static str {
        match self {
            Self::NothingToPick => "nothing_to_pick",
            Self::TooMuchToPick(_) => "pick_options",
            Self::SameValue(..) => "same_value_twice",
            Self::NoText(_) => "item_without_text",
            Self::OutOfReach { .. } => "out_of_reach",
            Self::TooMuchFilledIn(_) => "answer_bytes",
            Self::Untypable => "untypable",
            Self::Url(_) => "url",
            Self::Conversation(_) | Self::Misshapen(_) => "conversation",
        }
    }

    /// What it ends the round with.
    pub(crate) fn stop(&self, key: &str, at: Location) -> Stop {
        let (reason, key) = (self.reason(), key.to_owned());
        let unusable = |why| Stop::Unusable {
            reason,
            why,
            key: key.clone(),
            at,
        };
        match self {
            Self::Url(flaw) => unusable(flaw.to_string()),
            Self::Conversation(flaw) => unusable(flaw.to_string()),
            Self::Misshapen(flaw) => unusable((*flaw).to_owned()),
            flaw => Stop::Ended {
                reason,
                text: texts::flaw(&key, flaw),
                key,
                at: Some(at),
            },
        }
    }
}
