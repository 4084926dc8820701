//! Confirmations: a yes in a box, or a text that is typed.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::Refused;
use super::asked::{Asked, read};
use super::future::Answered;
use super::message::{escaped, is_clean};
use super::text::Text;
use crate::form::{FieldKind, Form, FormField, Rule, Violation, Violations};
use crate::replay::{Again, Flaw, Invalid, Question};
use crate::state::{Kind, Outcome, ShortDigest};
use crate::texts;
use crate::wire::{Capability, InputRequest};

/// The member of a confirmation.
const CONFIRM: &str = "confirm";

/// The question of `ask_confirm!(..)`: one required boolean without a default.
#[derive(Debug)]
pub struct Confirm(Asked);

impl Confirm {
    pub(super) fn new(message: Text, about: Option<ShortDigest>) -> Self {
        Self(Asked::new(message, Cow::Borrowed(form()), about))
    }
}

fn form() -> &'static Form {
    static FORM: OnceLock<Form> = OnceLock::new();
    FORM.get_or_init(|| {
        let field = FormField::new(CONFIRM, FieldKind::boolean()).titled(texts::CONFIRM);
        Form::new(vec![field])
    })
}

impl Question for Confirm {
    fn kind(&self) -> Kind {
        Kind::Form
    }

    fn digest(&self) -> ShortDigest {
        self.0.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        vec![Capability::Form]
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        self.0
            .settle(answer, |content| form().read(content).map(drop))
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        self.0.request(again)
    }
}

/// Only "yes" goes on: an accepted form with a "no" in it is a decline.
impl Answered for Confirm {
    type Answer = Result<(), Refused>;

    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        let confirmed = read(outcome, key, |content| content.get(CONFIRM)?.as_bool())?;
        Some(confirmed.and_then(|yes| {
            if yes {
                Ok(())
            } else {
                Err(Refused::declined(key))
            }
        }))
    }
}

/// What can be typed to confirm: anything that displays.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text to type",
    label = "this has no `Display`; give the text, such as a name"
)]
pub trait ToType {
    /// The text.
    fn text(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Display + ?Sized> ToType for T {
    fn text(&self) -> String {
        self.to_string()
    }
}

/// The question of `ask_confirm!(type_in = text, ..)`: one required text, which must be this one.
///
/// A client that fills in forms unseen ticks a box, and does not type a name that it was not given as
/// a value.
#[derive(Debug)]
pub struct TypeIn {
    asked: Asked,
    text: String,
}

impl TypeIn {
    pub(super) fn new(message: Text, text: &str, about: Option<ShortDigest>) -> Self {
        let text = text.trim().to_owned();
        let title = texts::type_in(&escaped(&text));
        let field = FormField::new(CONFIRM, FieldKind::text()).titled(title);
        let form = Form::new(vec![field]);
        Self {
            asked: Asked::new(message, Cow::Owned(form), about),
            text,
        }
    }

    fn check(&self, content: &Map<String, Value>) -> Result<(), Violations> {
        let mut answers = self.asked.form.read(content)?;
        let typed: String = answers.take()?;
        if typed.trim() == self.text {
            return Ok(());
        }
        let title = self.asked.form.fields().first().map(FormField::label);
        Err(Violation::new(title.unwrap_or_default(), Rule::NotThatText).into())
    }
}

impl Question for TypeIn {
    fn kind(&self) -> Kind {
        Kind::Form
    }

    fn digest(&self) -> ShortDigest {
        self.asked.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        vec![Capability::Form]
    }

    /// What was typed does not come back as a default: the next yes would be a wrong one again. And the reason
    /// does not say what to type: a model reads it, if it is the last.
    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        let settled = self.asked.settle(answer, |content| self.check(content));
        settled.map_err(|_| Invalid {
            code: "form",
            reason: texts::NOT_TYPED.to_owned(),
            entries: Map::new(),
        })
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        self.asked.request(again)
    }

    /// Nothing to type would be a yes of every client, and a mark that is not seen is not typed.
    fn flaw(&self) -> Option<Flaw> {
        (self.text.is_empty() || !is_clean(&self.text)).then_some(Flaw::Untypable)
    }
}

impl Answered for TypeIn {
    type Answer = Result<(), Refused>;

    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        read(outcome, key, |content| self.check(content).ok())
    }
}
