//! Form elicitation: `ask_elicit!` and `ask_confirm!`.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::Refused;
use super::future::Answered;
use crate::form::{FieldKind, Form, FormField, TypedForm, Violations};
use crate::replay::{Again, Changed, Invalid, Question};
use crate::state::{Hasher, Kind, Outcome, ShortDigest};
use crate::texts;
use crate::wire::{Capability, InputRequest};

/// The member of a confirmation.
const CONFIRM: &str = "confirm";

/// A message with a form, without the type that the form decodes to.
#[derive(Debug)]
struct Asked {
    message: String,
    form: &'static Form,
    digest: ShortDigest,
}

impl Asked {
    fn new(message: String, form: &'static Form, about: Option<ShortDigest>) -> Self {
        let digest = digest(&message, form, about);
        Self {
            message,
            form,
            digest,
        }
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        let Some(again) = again else {
            let (message, form) = (self.message.clone(), self.form.clone());
            return InputRequest::Elicit { message, form };
        };
        InputRequest::Elicit {
            message: texts::again(&again.reason, &self.message),
            form: match again.reason {
                Changed::Question => self.form.clone(),
                Changed::Invalid(_) => self.form.with_defaults(&again.entries),
            },
        }
    }

    fn settle(
        &self,
        answer: &Value,
        check: impl FnOnce(&Map<String, Value>) -> Result<(), Violations>,
    ) -> Result<Outcome, Invalid> {
        match answer.get("action").and_then(Value::as_str) {
            Some("accept") => self.accept(answer, check),
            Some("decline") => Ok(Outcome::Declined),
            _ => Ok(Outcome::Cancelled),
        }
    }

    fn accept(
        &self,
        answer: &Value,
        check: impl FnOnce(&Map<String, Value>) -> Result<(), Violations>,
    ) -> Result<Outcome, Invalid> {
        let nothing = Map::new();
        let content = answer
            .get("content")
            .and_then(Value::as_object)
            .unwrap_or(&nothing);
        match check(content) {
            Ok(()) => Ok(Outcome::Accepted(Value::Object(
                self.form.normalize(content),
            ))),
            Err(violations) => Err(Invalid {
                reason: violations.to_string(),
                entries: content.clone(),
            }),
        }
    }
}

/// Covers the message, the form in its own order, and what the question is about.
fn digest(message: &str, form: &Form, about: Option<ShortDigest>) -> ShortDigest {
    let mut hasher = Hasher::new("form");
    hasher.field(message.as_bytes());
    form.walk(&mut |part| {
        hasher.field(part);
    });
    if let Some(about) = about {
        hasher.field(&about);
    }
    hasher.short()
}

/// The question of `ask_elicit!(T, ..)`.
#[derive(Debug)]
pub struct Fill<T> {
    asked: Asked,
    decode: fn(&Map<String, Value>) -> Result<T, Violations>,
}

impl<T> Fill<T> {
    pub(super) fn new(message: String, form: &TypedForm<T>, about: Option<ShortDigest>) -> Self {
        Self {
            asked: Asked::new(message, (form.form)(), about),
            decode: form.decode,
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
        vec![Capability::Form]
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        self.asked
            .settle(answer, |content| (self.decode)(content).map(drop))
    }

    fn request(&self, again: Option<&Again>) -> InputRequest {
        self.asked.request(again)
    }
}

impl<T> Answered for Fill<T> {
    type Answer = Result<T, Refused>;

    fn read(&self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        read(outcome, key, |content| (self.decode)(content).ok())
    }
}

/// Reads a settled elicitation.
fn read<T>(
    outcome: &Outcome,
    key: &str,
    decode: impl FnOnce(&Map<String, Value>) -> Option<T>,
) -> Option<Result<T, Refused>> {
    let key = || key.to_owned();
    match outcome {
        Outcome::Accepted(content) => decode(content.as_object()?).map(Ok),
        Outcome::Declined => Some(Err(Refused::Declined { key: key() })),
        Outcome::Cancelled => Some(Err(Refused::Cancelled { key: key() })),
    }
}

/// The question of `ask_confirm!(..)`: one required boolean without a default.
#[derive(Debug)]
pub struct Confirm(Asked);

impl Confirm {
    pub(super) fn new(message: String, about: Option<ShortDigest>) -> Self {
        Self(Asked::new(message, form(), about))
    }
}

fn form() -> &'static Form {
    static FORM: OnceLock<Form> = OnceLock::new();
    FORM.get_or_init(|| {
        let field = FormField::new(CONFIRM, FieldKind::boolean()).titled("Confirm");
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

    fn read(&self, outcome: &Outcome, key: &str) -> Option<Self::Answer> {
        let confirmed = read(outcome, key, |content| content.get(CONFIRM)?.as_bool())?;
        Some(confirmed.and_then(|yes| {
            let key = key.to_owned();
            if yes {
                Ok(())
            } else {
                Err(Refused::Declined { key })
            }
        }))
    }
}
