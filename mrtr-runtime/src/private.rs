//! What expansions of the macros name. Not for authors: it changes without notice.

pub use crate::ask::{At, Builder, Escaped, confirm, elicit, escaped, roots, sample};
pub use crate::replay::{Begin, Begun, Codec, Function, FunctionParts, Site, SiteKind, Slot, codec};

/// For the derives.
pub mod form {
    pub use std::sync::OnceLock;

    pub use serde_json::{Map, Value};

    pub use crate::form::{
        Answer, Answers, Choice, Elicit, Field, FieldKind, Form, Format, ListField, Prefilled,
        Ranged, Rule, TextField, TypedField, Violations, choice_from_answer, choice_kind,
        decode_scalar, field_type, fill_in_choice, has_format, scalar_form,
    };
}
