//! What an ask is to the journal: a question that can be told from others, checked and sent.

use serde_json::{Map, Value};

use crate::replay::Flaw;
use crate::state::{Kind, Outcome, ShortDigest};
use crate::wire::{Capability, InputRequest};

/// A question as its ask makes it.
pub trait Question {
    fn kind(&self) -> Kind;
    /// Covers kind, message, schema and `about`, before any reason text is added (R4).
    fn digest(&self) -> ShortDigest;
    /// What the client must declare for it.
    fn capabilities(&self) -> Vec<Capability>;
    /// Checks an answer against the question (R7).
    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid>;
    /// The request that asks it, again where there is a reason.
    fn request(&self, again: Option<&Again>) -> InputRequest;
    /// Why nobody could answer it; such a question is not asked.
    fn flaw(&self) -> Option<Flaw> {
        None
    }
    /// Whether the handler hears of it, as of a decline, when no answer was valid; otherwise the flow ends.
    fn gives_up(&self) -> bool {
        false
    }
}

/// An answer that does not fit its form.
#[derive(Debug)]
pub struct Invalid {
    /// What is wrong, in a word for the log.
    pub(crate) code: &'static str,
    /// Field and rule, never the value.
    pub(crate) reason: String,
    /// The entries that are valid, for asking again.
    pub(crate) entries: Map<String, Value>,
}

/// Why a question is asked again.
#[derive(Debug)]
pub(crate) enum Changed {
    /// It reads differently now, so its answer was dropped.
    Question,
    /// Its answer was invalid: field and rule.
    Invalid(String),
    /// The person agreed to open its page, and what is done there is not done yet.
    NotDone,
}

/// A question that is asked again.
#[derive(Debug)]
pub struct Again {
    pub(crate) reason: Changed,
    pub(crate) entries: Map<String, Value>,
}
