//! The options of an ask, put together by its macro.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use super::confirm::{Confirm, TypeIn};
use super::elicit::{Fill, Filled};
use super::pick::PickKind;
use super::roots::AskRoots;
use super::text::Text;
use super::{Ask, At, Digest};
use crate::form::{Decode, Form, TypedForm};
use crate::state::ShortDigest;

/// Asks that are about something: all but the one for roots.
pub trait HasAbout {}

impl<T> HasAbout for ElicitKind<T> {}
impl HasAbout for ConfirmKind {}
impl HasAbout for TypeInKind {}
impl<T, N> HasAbout for PickKind<T, N> {}

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
    filled: Filled,
}

/// `ask_confirm!`
#[derive(Debug)]
pub struct ConfirmKind;

/// `ask_confirm!` with `type_in`
#[derive(Debug)]
pub struct TypeInKind(String);

/// `ask_roots!`
#[derive(Debug)]
pub struct RootsKind;

/// Begins `ask_elicit!(T, ..)`.
pub fn elicit<T>(at: At<'_>, form: TypedForm<T>) -> Builder<'_, ElicitKind<T>> {
    let kind = ElicitKind {
        form: Cow::Borrowed((form.form)()),
        decode: form.decode,
        filled: Filled::default(),
    };
    Builder::new(at, kind)
}

/// Begins `ask_confirm!(..)`.
pub fn confirm(at: At<'_>) -> Builder<'_, ConfirmKind> {
    Builder::new(at, ConfirmKind)
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

impl<T> Builder<'_, ElicitKind<T>> {
    /// `title = ".."`: what the one field is shown under.
    pub fn title(mut self, title: &'static str, (): ()) -> Self {
        let form = self.kind.form.into_owned();
        self.kind.form = Cow::Owned(form.map_fields(|field| field.titled(title)));
        self
    }

    /// `description = ".."`: an explanation beside the one field.
    pub fn description(mut self, description: &'static str, (): ()) -> Self {
        let form = self.kind.form.into_owned();
        self.kind.form = Cow::Owned(form.map_fields(|field| field.described(description)));
        self
    }
}

impl<'f, T> Builder<'f, ElicitKind<T>> {
    /// `fill = &value`: what the form comes filled in with.
    pub fn fill(mut self, entries: &Map<String, Value>) -> Self {
        let form = self.kind.form.into_owned();
        self.kind.filled = Filled::new(self.at, &form, entries);
        self.kind.form = Cow::Owned(form.filled_with(entries));
        self
    }

    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Fill<T>> {
        let message = Text::message(self.at, message);
        let ElicitKind {
            form,
            decode,
            filled,
        } = self.kind;
        let fill = Fill::new(message, form, decode, filled, self.about);
        Ask::new(self.at, self.of, fill)
    }
}

impl<'f> Builder<'f, ConfirmKind> {
    /// `type_in = expr`: the text to type instead of a yes.
    pub fn type_in(self, text: String) -> Builder<'f, TypeInKind> {
        self.map(|ConfirmKind| TypeInKind(text))
    }

    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, Confirm> {
        let message = Text::message(self.at, message);
        Ask::new(self.at, self.of, Confirm::new(message, self.about))
    }
}

impl<'f> Builder<'f, TypeInKind> {
    /// The message that the person reads.
    pub fn message(self, message: String) -> Ask<'f, TypeIn> {
        let message = Text::message(self.at, message);
        let question = TypeIn::new(message, &self.kind.0, self.about);
        Ask::new(self.at, self.of, question)
    }
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
