//! A form and its fields.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use super::FieldKind;
use crate::state::Hasher;
use crate::wire::Capability;

/// A form as a client shows it: flat, its fields in the order of their declaration.
///
/// Serialized, it is the `requestedSchema` of an elicitation, with the same bytes in every build.
///
/// ```
/// use mrtr_runtime::form::{FieldKind, Form, FormField};
///
/// let form = Form::new(vec![FormField::new("confirm", FieldKind::boolean()).titled("Delete it?")]);
/// assert_eq!(
///     serde_json::to_string(&form).unwrap(),
///     r#"{"type":"object","properties":{"confirm":{"type":"boolean","title":"Delete it?"}},"required":["confirm"]}"#,
/// );
/// ```
#[derive(Clone)]
pub struct Form {
    fields: Vec<FormField>,
    /// What every digest of a question with this form begins with, once one was asked for.
    hasher: OnceLock<Hasher>,
}

impl Form {
    /// A form of these fields. Of two fields with one name the first stays.
    #[must_use]
    pub fn new(fields: Vec<FormField>) -> Self {
        let mut kept: Vec<FormField> = Vec::with_capacity(fields.len());
        for field in fields {
            if !kept.iter().any(|other| other.name == field.name) {
                kept.push(field);
            }
        }
        Self {
            fields: kept,
            hasher: OnceLock::new(),
        }
    }

    /// What a digest of a question with this form begins with: tag and digest are one block of SHA-256, so
    /// that the form, which is mostly a constant, costs nothing where the question is reached again.
    pub(crate) fn hasher(&self) -> Hasher {
        let begin = || {
            let mut form = Hasher::new("fields");
            self.walk(&mut |part| {
                form.field(part);
            });
            let mut hasher = Hasher::new("form");
            hasher.field(&form.finish());
            hasher
        };
        self.hasher.get_or_init(begin).clone()
    }

    /// The same form with each field changed.
    pub(crate) fn map_fields(self, change: impl Fn(FormField) -> FormField) -> Self {
        Self::new(self.fields.into_iter().map(change).collect())
    }

    /// The fields in the order in which they are shown.
    #[must_use]
    pub fn fields(&self) -> &[FormField] {
        &self.fields
    }

    /// What a client needs to fill it in.
    pub(crate) fn needs(&self) -> Vec<Capability> {
        let mut kinds = self.fields.iter().map(FormField::kind);
        let has_list = kinds.any(|kind| matches!(kind, FieldKind::MultiChoice { .. }));
        let lists = has_list.then_some(Capability::Lists);
        [Capability::Form].into_iter().chain(lists).collect()
    }
}

/// What is worked out of the fields is not told.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = &self.fields;
        f.debug_struct("Form").field("fields", fields).finish()
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

/// One field of a form. It is required unless it is made [optional](FormField::optional).
#[derive(Debug, Clone, PartialEq)]
pub struct FormField {
    pub(super) name: Cow<'static, str>,
    pub(super) title: Option<Cow<'static, str>>,
    pub(super) description: Option<Cow<'static, str>>,
    pub(super) required: bool,
    pub(super) kind: FieldKind,
}

impl FormField {
    /// A required field without title and description.
    pub fn new(name: impl Into<Cow<'static, str>>, kind: FieldKind) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            required: true,
            kind,
        }
    }

    /// The same field, shown under `title`.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same field with an explanation.
    #[must_use]
    pub fn described(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The same field, which may be left out.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// The member of the answer that holds this field.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the field is shown under, where it has a title of its own.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The explanation beside the field.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Whether an answer must hold this field.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// What the field holds.
    #[must_use]
    pub fn kind(&self) -> &FieldKind {
        &self.kind
    }

    /// What a person knows this field by: its title, else its name.
    pub(crate) fn label(&self) -> Cow<'static, str> {
        self.title.clone().unwrap_or_else(|| self.name.clone())
    }
}
