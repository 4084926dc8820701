//! The options of an ask, put together by its macro.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde_json::{Value, json};

use super::confirm::{Confirm, TypeIn};
use super::elicit::Fill;
use super::pick::PickKind;
use super::roots::AskRoots;
use super::sample::AskSample;
use super::{Ask, At, Digest};
use crate::form::{Decode, Form, OneField, TypedForm};
use crate::state::ShortDigest;
use crate::wire::SampleRequest;

/// Asks that are about something: all but the one for roots.
pub trait HasAbout {}

impl<T> HasAbout for ElicitKind<T> {}
impl HasAbout for ConfirmKind {}
impl HasAbout for TypeInKind {}
impl HasAbout for SampleKind {}
impl<T, S, N> HasAbout for PickKind<T, S, N> {}

/// An ask with its options, before its message.
#[must_use = "an ask needs its message"]
pub struct Builder<'f, K> {
    pub(super) at: At<'f>,
    pub(super) of: Option<ShortDigest>,
    pub(super) about: Option<ShortDigest>,
    pub(super) kind: K,
}

/// `ask_elicit!`, with the form where it is not just that of `T`.
#[derive(Debug)]
pub struct ElicitKind<T> {
    form: Cow<'static, Form>,
    decode: Decode<T>,
}

/// `ask_confirm!`
#[derive(Debug)]
pub struct ConfirmKind;

/// `ask_confirm!` with `type_in`
#[derive(Debug)]
pub struct TypeInKind(String);

/// `ask_sample!`
#[derive(Debug)]
pub struct SampleKind(SampleRequest);

/// `ask_roots!`
#[derive(Debug)]
pub struct RootsKind;

/// Tokens that a model may write where the author says nothing.
const MAX_TOKENS: u32 = 1024;

/// Begins `ask_elicit!(T, ..)`.
pub fn elicit<T>(at: At<'_>, form: TypedForm<T>) -> Builder<'_, ElicitKind<T>> {
    let kind = ElicitKind {
        form: Cow::Borrowed((form.form)()),
        decode: form.decode,
    };
    Builder::new(at, kind)
}

/// Begins `ask_confirm!(..)`.
pub fn confirm(at: At<'_>) -> Builder<'_, ConfirmKind> {
    Builder::new(at, ConfirmKind)
}

/// Begins `ask_sample!(..)`.
pub fn sample(at: At<'_>) -> Builder<'_, SampleKind> {
    let request = SampleRequest {
        max_tokens: MAX_TOKENS,
        ..SampleRequest::default()
    };
    Builder::new(at, SampleKind(request))
}

/// Begins `ask_roots!(..)`.
pub fn roots(at: At<'_>) -> Builder<'_, RootsKind> {
    Builder::new(at, RootsKind)
}

impl<'f, K> Builder<'f, K> {
    pub(super) fn new(at: At<'f>, kind: K) -> Self {
        Self {
            at,
            of: None,
            about: None,
            kind,
        }
    }

    pub(super) fn map<L>(self, map: impl FnOnce(K) -> L) -> Builder<'f, L> {
        Builder {
            at: self.at,
            of: self.of,
            about: self.about,
            kind: map(self.kind),
        }
    }

    /// `key = ".."`: the key on the wire.
    pub fn key(mut self, key: &'static str) -> Self {
        self.at.key = key;
        self
    }

    /// `of = expr`: which of several this is, where one ask runs several times.
    pub fn of(mut self, of: Digest) -> Self {
        self.of = self.digest(of);
        self
    }

    fn digest(&self, digest: Digest) -> Option<ShortDigest> {
        self.at.digest(digest)
    }
}

impl<K: HasAbout> Builder<'_, K> {
    /// `about = expr`: what the answer is about; a changed one asks again.
    pub fn about(mut self, about: Digest) -> Self {
        self.about = self.digest(about);
        self
    }
}

// In one line, since rustc shows all of them to one whose form has fields of its own.
#[rustfmt::skip]
impl<T> Builder<'_, ElicitKind<T>> {
    /// `title = ".."`: what the one field is shown under.
    pub fn title(mut self, title: &'static str) -> Self where T: OneField {
        let form = self.kind.form.into_owned();
        self.kind.form = Cow::Owned(form.map_fields(|field| field.titled(title)));
        self
    }

    /// `description = ".."`: an explanation beside the one field.
    pub fn description(mut self, description: &'static str) -> Self where T: OneField {
        let form = self.kind.form.into_owned();
        self.kind.form = Cow::Owned(form.map_fields(|field| field.described(description)));
        self
    }
}

impl<'f, T> Builder<'f, ElicitKind<T>> {
    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Fill<T>> {
        let fill = Fill::new(message, self.kind.form, self.kind.decode, self.about);
        Ask::new(self.at, self.of, fill)
    }
}

impl<'f> Builder<'f, ConfirmKind> {
    /// `type_in = expr`: the text to type instead of a yes.
    pub fn type_in<T: Display + ?Sized>(self, text: &T) -> Builder<'f, TypeInKind> {
        let text = text.to_string();
        self.map(|ConfirmKind| TypeInKind(text))
    }

    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Confirm> {
        Ask::new(self.at, self.of, Confirm::new(message, self.about))
    }
}

impl<'f> Builder<'f, TypeInKind> {
    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, TypeIn> {
        let question = TypeIn::new(message, &self.kind.0, self.about);
        Ask::new(self.at, self.of, question)
    }
}

impl<'f> Builder<'f, SampleKind> {
    /// `system = expr`: the system prompt.
    pub fn system(mut self, system: impl Into<String>) -> Self {
        self.kind.0.system_prompt = Some(system.into());
        self
    }

    /// `max_tokens = n`: the most tokens that the model may write; 1024 if not given.
    pub fn max_tokens(mut self, max_tokens: u32) -> Self {
        self.kind.0.max_tokens = max_tokens;
        self
    }

    /// `temperature = x`
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.kind.0.temperature = Some(temperature);
        self
    }

    /// `stop = [..]`: texts at which the model stops.
    pub fn stop<S: Into<String>>(mut self, stop: impl IntoIterator<Item = S>) -> Self {
        self.kind.0.stop_sequences = stop.into_iter().map(Into::into).collect();
        self
    }

    /// The prompt, as the user's message.
    pub fn message(mut self, prompt: String) -> Ask<'f, AskSample> {
        let message = json!({"role": "user", "content": text(prompt)});
        self.kind.0.messages.push(message);
        Ask::new(self.at, self.of, AskSample::new(self.kind.0, self.about))
    }
}

fn text(text: String) -> Value {
    json!({"type": "text", "text": text})
}

impl<'f> Builder<'f, RootsKind> {
    /// Roots have no message.
    pub fn ask(self) -> Ask<'f, AskRoots> {
        Ask::new(self.at, self.of, AskRoots)
    }
}

impl<K> fmt::Debug for Builder<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").finish_non_exhaustive()
    }
}
