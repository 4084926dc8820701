//! A form as its author wrote it, read and not yet judged.

use proc_macro2::Span;
use syn::{DeriveInput, Expr, ExprPath, Ident, LitStr, Path, Type};

use super::docs::Docs;
use super::types::Shape;
use crate::warning::Warning;

/// A struct with `#[derive(Elicit)]`.
pub(super) struct FormModel<'a> {
    pub(super) input: &'a DeriveInput,
    /// Where `mrtr-runtime` is.
    pub(super) krate: Path,
    pub(super) fields: Vec<FieldModel<'a>>,
    /// Whether it can be filled in at run time.
    pub(super) fill: bool,
    /// What had no effect.
    pub(super) warnings: Vec<Warning>,
}

/// A field of such a struct.
pub(super) struct FieldModel<'a> {
    pub(super) ident: &'a Ident,
    pub(super) ty: &'a Type,
    pub(super) shape: Shape,
    /// The member of the answer.
    pub(super) name: String,
    /// Where the author gave that name.
    pub(super) rename: Option<LitStr>,
    pub(super) docs: Docs,
    pub(super) title: Option<LitStr>,
    pub(super) description: Option<LitStr>,
    pub(super) settings: Vec<Setting>,
    pub(super) not_secret: bool,
    /// What stands for the field where the client leaves it out.
    pub(super) absent: Option<Absent>,
}

impl FieldModel<'_> {
    /// What the field is shown under, if that is not its name.
    pub(super) fn shown(&self) -> Option<String> {
        self.title
            .as_ref()
            .map(LitStr::value)
            .or_else(|| self.docs.title.clone())
    }

    pub(super) fn explained(&self) -> Option<String> {
        self.description
            .as_ref()
            .map(LitStr::value)
            .or_else(|| self.docs.description.clone())
    }

    pub(super) fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }
}

/// A bound, a format or a default: an option whose value depends on the field's type.
pub(super) struct Setting {
    pub(super) name: Ident,
    pub(super) value: Expr,
}

/// serde's `default`.
#[derive(Clone)]
pub(super) enum Absent {
    /// `#[serde(default)]` on the field.
    Default(Span),
    /// `#[serde(default = "path")]` on the field.
    Path(ExprPath),
    /// `#[serde(default)]` on the struct.
    OfStruct(Span),
    /// `#[serde(default = "path")]` on the struct.
    OfStructPath(ExprPath),
}
