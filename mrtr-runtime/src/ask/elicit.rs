//! A form that is a type: `ask_elicit!`.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::asked::{Asked, read};
use super::future::Answered;
use super::text::Text;
use super::{At, Refused};
use crate::form::{Decode, Form, Violations};
use crate::replay::{Again, Flaw, Invalid, Location, Question};
use crate::state::{Kind, Outcome, ShortDigest};
use crate::wire::{Capability, InputRequest};

/// The question of `ask_elicit!(T, ..)`.
#[derive(Debug)]
pub struct Fill<T> {
    asked: Asked,
    decode: Decode<T>,
    filled: Filled,
}

/// What is to be said of what a form is filled in with.
#[derive(Debug, Default)]
pub(super) struct Filled {
    /// The ask whose form does not take all of it.
    misfits: Option<(&'static str, Location, Violations)>,
    /// No answer may be as long: the limit.
    too_long: Option<usize>,
}

impl Filled {
    pub(super) fn new(at: At<'_>, form: &Form, entries: &Map<String, Value>) -> Self {
        let limit = at.flow.limits().answer_bytes;
        let answer = json!({"action": "accept", "content": form.fitting(entries)});
        let misfits = form.read(entries).err();
        Self {
            misfits: misfits.map(|misfits| (at.key, at.location(), misfits)),
            too_long: (answer.to_string().len() > limit).then_some(limit),
        }
    }

    fn log(&self) {
        if let Some((key, at, misfits)) = &self.misfits {
            tracing::warn!(
                key,
                file = at.file,
                line = at.line,
                reason = "fill",
                "left out of what the form is filled in with: {misfits}"
            );
        }
    }
}

impl<T> Fill<T> {
    /// The form is that of `T`, perhaps with its one field under another title.
    pub(super) fn new(
        message: Text,
        form: Cow<'static, Form>,
        decode: Decode<T>,
        filled: Filled,
        about: Option<ShortDigest>,
    ) -> Self {
        Self {
            asked: Asked::new(message, form, about),
            decode,
            filled,
        }
    }
}

impl<T> Question for Fill<T> {
    fn kind(&self) -> Kind {
        Kind::Form
    }

    fn digest(&self) -> ShortDigest {
        self.asked.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        self.asked.form.needs()
    }

    /// The form that was sent comes first: it may know a field by another title than the type does.
    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        self.asked.settle(answer, |content| {
            self.asked.form.read(content)?;
            (self.decode)(content).map(drop)
        })
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        if again.is_none() {
            self.filled.log();
        }
        self.asked.request(again)
    }

    fn flaw(&self) -> Option<Flaw> {
        self.filled.too_long.map(Flaw::TooMuchFilledIn)
    }
}

impl<T> Answered for Fill<T> {
    type Answer = Result<T, Refused>;

    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        read(outcome, key, |content| (self.decode)(content).ok())
    }
}
