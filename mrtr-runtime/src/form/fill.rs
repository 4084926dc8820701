//! Forms that are filled in at run time, with a value of their own.

use serde_json::{Map, Value};

use super::{Choice, Elicit, Field, Form, FormField};

/// A form that can be filled in with a value: `ask_elicit!(Form, fill = &value, "..")`.
///
/// Types of fields are (`String`, numbers, a choice), and structs with `#[derive(Elicit)]` that say so, by `#[elicit(fill)]`.
/// The person then corrects what there is instead of typing it.
///
/// ```
/// use mrtr_runtime::prelude::*;
/// # struct Ticket { title: String, hours: Option<u32> }
///
/// #[derive(Elicit)]
/// #[elicit(fill)]
/// struct Edit {
///     /// Title
///     #[elicit(max_length = 80)]
///     title: String,
///     /// Hours of work left, if you know
///     hours: Option<u32>,
/// }
///
/// #[mrtr_tool]
/// async fn edit(ticket: &mut Ticket) -> Result<String, Refused> {
///     let now = Edit {
///         title: ticket.title.clone(),
///         hours: ticket.hours,
///     };
///     let new = ask_elicit!(Edit, fill = &now, "What shall change?").await?;
///     (ticket.title, ticket.hours) = (new.title, new.hours);
///     Ok("Saved.".to_owned())
/// }
/// # let _ = edit;
/// ```
///
/// What it is filled in with stands in place of every `default`, is part of the question, and must fit the form: what breaks a rule
/// is left out, and the log names the field and the rule.
#[diagnostic::on_unimplemented(
    message = "the form `{Self}` is not made to be filled in",
    label = "write `#[elicit(fill)]` below its `#[derive(Elicit)]`"
)]
pub trait Fillable: Elicit {
    /// The type of the value: this one itself, or `str` for text.
    type Given: ?Sized;

    /// What a person would enter for this value: the content of an answer that decodes to it. A member that is left out
    /// leaves its field empty.
    fn entries(value: &Self::Given) -> Map<String, Value>;

    #[doc(hidden)]
    const ENTRIES: fn(&Self::Given) -> Map<String, Value> = Self::entries;
}

#[diagnostic::do_not_recommend]
impl Fillable for String {
    type Given = str;

    fn entries(value: &str) -> Map<String, Value> {
        entries(Self::form(), vec![Some(value.into())])
    }
}

macro_rules! scalars {
    ($([$($generics:tt)*] $ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Fillable for $ty {
            type Given = Self;

            fn entries(value: &Self) -> Map<String, Value> {
                scalar_entries(value)
            }
        }
    )*};
}

scalars! {
    [] bool [] i8 [] i16 [] i32 [] i64 [] u8 [] u16 [] u32 [] u64 [] f32 [] f64
    [C: Choice + Send + 'static] Vec<C>
    [T: Field + Send + 'static] Option<T>
}

/// The entries of a form of one field.
#[doc(hidden)]
pub fn scalar_entries<T: Field + Elicit>(value: &T) -> Map<String, Value> {
    entries(T::form(), vec![value.to_entry()])
}

/// The entries of a form, out of one for each of its fields.
#[doc(hidden)]
#[must_use]
pub fn entries(form: &Form, entries: Vec<Option<Value>>) -> Map<String, Value> {
    let names = form.fields().iter().map(|field| field.name().to_owned());
    names
        .zip(entries)
        .filter_map(|(name, entry)| Some((name, entry?)))
        .collect()
}

impl Form {
    /// The same form with these entries in place of every default. What does not fit is left out.
    pub(crate) fn filled_with(self, entries: &Map<String, Value>) -> Self {
        self.map_fields(FormField::emptied).with_defaults(entries)
    }
}

#[cfg(test)]
mod tests;
