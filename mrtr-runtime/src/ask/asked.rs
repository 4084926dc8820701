//! A message with a form: what every elicitation in form mode is, whatever its answer decodes to.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Refused;
use super::text::Text;
use crate::form::{Form, Violations};
use crate::replay::{Again, Changed, Invalid};
use crate::state::{Outcome, ShortDigest};
use crate::texts;
use crate::wire::InputRequest;

/// A message with a form, without the type that the form decodes to.
#[derive(Debug)]
pub(super) struct Asked {
    message: Text,
    pub(super) form: Cow<'static, Form>,
    pub(super) digest: ShortDigest,
}

impl Asked {
    pub(super) fn new(message: Text, form: Cow<'static, Form>, about: Option<ShortDigest>) -> Self {
        let digest = digest(&message, &form, about);
        Self {
            message,
            form,
            digest,
        }
    }

    pub(super) fn request(&self, again: Option<&Again>) -> InputRequest {
        let form = Form::clone(&self.form);
        let Some(again) = again else {
            let message = self.message.text.clone();
            return InputRequest::Elicit { message, form };
        };
        InputRequest::Elicit {
            message: texts::again(&again.reason, &self.message.text),
            form: match again.reason {
                Changed::Question | Changed::NotDone => form,
                Changed::Invalid(_) => form.with_defaults(&again.entries),
            },
        }
    }

    /// What an answer comes to; an accepted one must pass the check (R7).
    pub(super) fn settle(
        &self,
        answer: &Value,
        check: impl FnOnce(&Map<String, Value>) -> Result<(), Violations>,
    ) -> Result<Outcome, Invalid> {
        match answer.get("action").and_then(Value::as_str) {
            Some("accept") => self.accept(answer, check),
            Some("decline") => Ok(Outcome::Declined(None)),
            _ => Ok(Outcome::Cancelled(None)),
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

/// Covers the form in its own order, the message, and what the question is about.
fn digest(message: &Text, form: &Form, about: Option<ShortDigest>) -> ShortDigest {
    let mut hasher = form.hasher();
    message.digest(&mut hasher);
    if let Some(about) = about {
        hasher.field(&about);
    }
    hasher.short()
}

/// Reads a settled elicitation.
pub(super) fn read<T>(
    outcome: &Outcome,
    key: &str,
    decode: impl FnOnce(&Map<String, Value>) -> Option<T>,
) -> Option<Result<T, Refused>> {
    match outcome {
        Outcome::Accepted(content) => decode(content.as_object()?).map(Ok),
        refusal => Refused::of(refusal, key).map(Err),
    }
}
