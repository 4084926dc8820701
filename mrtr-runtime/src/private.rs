//! What expansions of the macros name. Not for authors: it changes without notice.

pub use crate::ask::{
    At, BecomeTask, Builder, Debugged, Digest, Digested, Displayed, Escaped, Fallible, Given,
    HowMany, IsTold, Items, MakeIdle, MakeRun, MessageItem, Model, RunsTools, SortIdle, SortRuns,
    TaskBuilder, ToType, ToUrl, ToolItem, Until, UrlAsk, confirm, elicit, escaped, is_key,
    is_same_key, of_a_call, roots, sample, task, typed, url,
};
pub use crate::beside::{Beside, ImplWithoutToolRouterAbove, NothingBeside};
pub use crate::form::{Fillable, OneField, PickItem, shown};
pub use crate::list::TextList;
pub use crate::replay::{
    Begin, Begun, Capturable, CapturedValueOwnsWhatItHolds, Codec, Function, FunctionParts, Keep,
    Keepable, Site, SiteKind, Slot, TaskStart,
};
pub use crate::wire::Capability;

/// For the derives.
pub mod form {
    pub use serde_json::{Map, Value};

    pub use crate::form::{
        Answer, Answers, Choice, Elicit, Field, FieldBuilder, FieldKind, FieldType, Fillable, Form,
        Format, ListField, Prefilled, Ranged, Rule, TextField, Violations, choice_from_answer,
        choice_kind, choice_to_entry, decode_scalar, entries, fill_in_choice, has_format,
        has_options, optional_from, scalar_entries, scalar_form,
    };
}

use std::marker::PhantomData;

use crate::form::{Elicit, Form};

/// The form of a type for a fingerprint, without a bound: a type that is no form is reported where
/// it is asked for, and only there.
#[derive(Debug, Default)]
pub struct FormOf<T>(PhantomData<fn() -> T>);

impl<T> FormOf<T> {
    /// Of this type.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Elicit> FormOf<T> {
    /// Its form.
    #[must_use]
    pub fn form(&self) -> Option<fn() -> &'static Form> {
        Some(T::form)
    }
}

/// A type that is no form.
pub trait AnyForm {
    /// None.
    fn form(&self) -> Option<fn() -> &'static Form> {
        None
    }
}

impl<T> AnyForm for FormOf<T> {}
