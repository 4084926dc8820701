//! The options of an ask, put together by its macro.

use std::fmt;

use serde_json::{Value, json};

use super::elicit::{Confirm, Fill};
use super::roots::AskRoots;
use super::sample::AskSample;
use super::{Ask, At, Digest};
use crate::form::TypedForm;
use crate::state::ShortDigest;
use crate::wire::SampleRequest;

/// An ask with its options, before its message.
#[must_use = "an ask needs its message"]
pub struct Builder<'f, K> {
    at: At<'f>,
    of: Option<ShortDigest>,
    about: Option<ShortDigest>,
    kind: K,
}

/// `ask_elicit!`
#[derive(Debug)]
pub struct ElicitKind<T>(TypedForm<T>);

/// `ask_confirm!`
#[derive(Debug)]
pub struct ConfirmKind;

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
    Builder::new(at, ElicitKind(form))
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
    fn new(at: At<'f>, kind: K) -> Self {
        Self {
            at,
            of: None,
            about: None,
            kind,
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

impl<'f, T> Builder<'f, ElicitKind<T>> {
    /// `about = expr`: what the answer is about; a changed one asks again.
    pub fn about(mut self, about: Digest) -> Self {
        self.about = self.digest(about);
        self
    }

    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Fill<T>> {
        Ask::new(
            self.at,
            self.of,
            Fill::new(message, &self.kind.0, self.about),
        )
    }
}

impl<'f> Builder<'f, ConfirmKind> {
    /// `about = expr`: what the answer is about; a changed one asks again.
    pub fn about(mut self, about: Digest) -> Self {
        self.about = self.digest(about);
        self
    }

    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Confirm> {
        Ask::new(self.at, self.of, Confirm::new(message, self.about))
    }
}

impl<'f> Builder<'f, SampleKind> {
    /// `about = expr`: what the answer is about; a changed one samples again.
    pub fn about(mut self, about: Digest) -> Self {
        self.about = self.digest(about);
        self
    }

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
