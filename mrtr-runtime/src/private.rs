//! What expansions of the macros name. Nothing here is for use by hand, and any of it may change.

pub use crate::ask::{Escaped, escaped};

/// For the derives.
pub mod form {
    pub use std::sync::OnceLock;

    pub use serde_json::{Map, Value};

    pub use crate::form::{
        Answer, Answers, Choice, Elicit, Field, FieldBuilder, FieldKind, FieldType, Form, Format,
        ListField, Prefilled, Ranged, Rule, TextField, Violations, choice_from_answer, choice_kind,
        decode_scalar, fill_in_choice, has_format, optional_from, scalar_form,
    };
}
