//! A form that is a type: `ask_elicit!`.

use std::borrow::Cow;

use serde_json::Value;

use super::Refused;
use super::asked::{Asked, read};
use super::future::Answered;
use super::text::Text;
use crate::form::{Decode, Form};
use crate::replay::{Again, Invalid, Question};
use crate::state::{Kind, Outcome, ShortDigest};
use crate::wire::{Capability, InputRequest};

/// The question of `ask_elicit!(T, ..)`.
#[derive(Debug)]
pub struct Fill<T> {
    asked: Asked,
    decode: Decode<T>,
}

impl<T> Fill<T> {
    /// The form is that of `T`, perhaps with its one field under another title.
    pub(super) fn new(
        message: Text,
        form: Cow<'static, Form>,
        decode: Decode<T>,
        about: Option<ShortDigest>,
    ) -> Self {
        Self {
            asked: Asked::new(message, form, about),
            decode,
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
        self.asked.request(again)
    }
}

impl<T> Answered for Fill<T> {
    type Answer = Result<T, Refused>;

    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        read(outcome, key, |content| (self.decode)(content).ok())
    }
}
