//! Forms: what is sent, how an answer is checked, and what it decodes to.
//!
//! A [`Form`] is data. The schema on the wire, the check of an answer and its decoding all read that one value, so they
//! cannot disagree. `#[derive(Elicit)]` and `#[derive(Choice)]` write forms; scalars are forms of one field.

mod answers;
mod builder;
mod check;
mod choice;
mod elicit;
mod field;
mod fill;
mod formats;
pub(crate) mod kept;
mod kind;
mod model;
mod numbers;
mod pick;
mod rule;
mod scalar;
mod schema;
#[cfg(test)]
mod spec;
#[cfg(test)]
pub(crate) mod testing;
mod typed;
mod walk;

pub use answers::Answers;
pub use check::Answer;
pub use choice::Choice;
pub(crate) use elicit::Decode;
pub use elicit::Elicit;
#[doc(hidden)]
pub use elicit::TypedForm;
pub use field::Field;
pub use fill::Fillable;
pub use kind::{ChoiceOption, FieldKind, Format};
pub use model::{Form, FormField};
pub use rule::{Bound, Rule, Violation, Violations};

#[doc(hidden)]
pub use builder::FieldBuilder;
#[doc(hidden)]
pub use field::{choice_from_answer, choice_kind, choice_to_entry, has_options, optional_from};
#[doc(hidden)]
pub use fill::{entries, scalar_entries};
#[doc(hidden)]
pub use formats::has_format;
#[doc(hidden)]
pub use pick::{PickItem, shown};
#[doc(hidden)]
pub use scalar::{decode_scalar, scalar_form};
#[doc(hidden)]
pub use typed::{FieldType, ListField, OneField, Prefilled, Ranged, TextField, fill_in_choice};
