//! The types that a field of a form can have.

use serde_json::{Number, Value};

use super::{Answer, Bound, Choice, ChoiceOption, FieldKind, FieldType, Rule};

/// A type that a field of a form can have.
///
/// `String`, `bool`, the integers of up to 64 bits, `f32`, `f64`, types with `#[derive(Choice)]`, `Vec` of those, and
/// `Option` of each. A type of your own stands on one of these:
///
/// ```
/// use mrtr_runtime::form::{Answer, Field, FieldKind, FieldType, Rule};
///
/// struct TicketId(String);
///
/// impl Field for TicketId {
///     fn kind() -> FieldKind {
///         String::kind()
///     }
///     fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
///         String::from_answer(answer).map(Self)
///     }
///     fn to_entry(&self) -> Option<serde_json::Value> {
///         self.0.to_entry()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "no kind of field that a form has; a form is flat: move a struct's fields up (`from_city`), or ask two questions",
    note = "a field is a `String`, `bool`, an integer of up to 64 bits, `f32`, `f64`, an enum with `#[derive(Choice)]`, a \
            `Vec` of such an enum, or an `Option` of one of these",
    note = "for a date or a time use `String` with `#[elicit(format = \"date\")]` or `\"date-time\"`"
)]
pub trait Field: Sized {
    /// Whether an answer must hold the field.
    const REQUIRED: bool = true;

    /// What the field holds where its author says nothing more.
    fn kind() -> FieldKind;

    /// The value of an answer that was checked against the field; `None` where it was left out.
    ///
    /// # Errors
    /// The rule that keeps this type from holding the value.
    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule>;

    /// What a person would enter for this value, which is what a form is [filled in](super::Fillable) with: what
    /// [`from_answer`](Self::from_answer) reads back. `None` leaves the field empty.
    fn to_entry(&self) -> Option<Value>;

    /// All of this as one value, for the derive.
    #[doc(hidden)]
    const TYPE: FieldType<Self> = FieldType::new(
        Self::REQUIRED,
        Self::kind,
        Self::from_answer,
        Self::to_entry,
    );
}

#[diagnostic::do_not_recommend]
impl<T: Field> Field for Option<T> {
    const REQUIRED: bool = {
        assert!(
            T::REQUIRED,
            "a form knows \"given\" and \"not given\"; there is no third state. Use one `Option`"
        );
        false
    };

    fn kind() -> FieldKind {
        T::kind()
    }

    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
        optional_from(T::from_answer)(answer)
    }

    fn to_entry(&self) -> Option<Value> {
        self.as_ref().and_then(T::to_entry)
    }
}

#[diagnostic::do_not_recommend]
impl Field for String {
    fn kind() -> FieldKind {
        FieldKind::text()
    }

    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
        match given(answer)? {
            Answer::Text(text) | Answer::Choice(text) => Ok(text.to_owned()),
            _ => Err(Rule::NotText),
        }
    }

    fn to_entry(&self) -> Option<Value> {
        Some(self.as_str().into())
    }
}

#[diagnostic::do_not_recommend]
impl Field for bool {
    fn kind() -> FieldKind {
        FieldKind::boolean()
    }

    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
        match given(answer)? {
            Answer::Boolean(yes) => Ok(yes),
            _ => Err(Rule::NotBoolean),
        }
    }

    fn to_entry(&self) -> Option<Value> {
        Some((*self).into())
    }
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Field for $ty {
            fn kind() -> FieldKind {
                FieldKind::Integer { minimum: Some(<$ty>::MIN.into()), maximum: Some(<$ty>::MAX.into()), default: None }
            }

            fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
                match given(answer)? {
                    Answer::Integer(number) => Self::try_from(number)
                        .map_err(|_| out_of_range(number, Self::MIN.into(), Self::MAX.into())),
                    _ => Err(Rule::NotInteger),
                }
            }

            fn to_entry(&self) -> Option<Value> {
                Some((*self).into())
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

fn out_of_range(number: i128, minimum: i128, maximum: i128) -> Rule {
    if number < minimum {
        Rule::TooSmall(Bound::Integer(minimum))
    } else {
        Rule::TooLarge(Bound::Integer(maximum))
    }
}

#[diagnostic::do_not_recommend]
impl Field for f64 {
    fn kind() -> FieldKind {
        FieldKind::number()
    }

    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
        match given(answer)? {
            Answer::Number(number) => Ok(number),
            _ => Err(Rule::NotNumber),
        }
    }

    /// One that is not finite is none.
    fn to_entry(&self) -> Option<Value> {
        Number::from_f64(*self).map(Value::Number)
    }
}

#[diagnostic::do_not_recommend]
impl Field for f32 {
    fn kind() -> FieldKind {
        FieldKind::number()
    }

    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
        let number = f64::from_answer(answer)?;
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the nearest `f32` is meant; an infinite one is refused"
        )]
        let nearest = number as f32;
        match nearest.is_finite() {
            true => Ok(nearest),
            false if number < 0.0 => Err(Rule::TooSmall(Bound::Number(Self::MIN.into()))),
            false => Err(Rule::TooLarge(Bound::Number(Self::MAX.into()))),
        }
    }

    /// `0.1` and not `0.10000000149011612`, which is what a person would see of it as a double.
    fn to_entry(&self) -> Option<Value> {
        let shortest: Option<f64> = self.to_string().parse().ok();
        #[allow(
            clippy::cast_possible_truncation,
            reason = "only what comes back to this value is taken"
        )]
        let same = shortest.filter(|shortest| *shortest as f32 == *self);
        same.unwrap_or_else(|| f64::from(*self)).to_entry()
    }
}

#[diagnostic::do_not_recommend]
impl<C: Choice> Field for Vec<C> {
    fn kind() -> FieldKind {
        FieldKind::multi_choice(options::<C>())
    }

    fn from_answer(answer: Option<Answer<'_>>) -> Result<Self, Rule> {
        match given(answer)? {
            Answer::Choices(values) => values
                .into_iter()
                .map(|value| C::from_value(value).ok_or(Rule::NotChoice))
                .collect(),
            _ => Err(Rule::NotChoices),
        }
    }

    fn to_entry(&self) -> Option<Value> {
        Some(self.iter().map(C::value).collect())
    }
}

/// The kind of a field of a type with `#[derive(Choice)]`.
#[doc(hidden)]
#[must_use]
pub fn choice_kind<C: Choice>() -> FieldKind {
    FieldKind::choice(options::<C>())
}

/// The value of a field of a type with `#[derive(Choice)]`.
#[doc(hidden)]
pub fn choice_from_answer<C: Choice>(answer: Option<Answer<'_>>) -> Result<C, Rule> {
    match given(answer)? {
        Answer::Choice(value) | Answer::Text(value) => C::from_value(value).ok_or(Rule::NotChoice),
        _ => Err(Rule::NotChoice),
    }
}

/// The entry of a field of a type with `#[derive(Choice)]`.
#[doc(hidden)]
pub fn choice_to_entry<C: Choice>(choice: &C) -> Option<Value> {
    Some(choice.value().into())
}

/// Whether `least` of these can be chosen, for the derive; a choice with none has an error of its own.
#[doc(hidden)]
#[must_use]
pub const fn has_options(options: &[(&str, &str)], least: usize) -> bool {
    options.is_empty() || least <= options.len()
}

fn options<C: Choice>() -> Vec<ChoiceOption> {
    C::OPTIONS
        .iter()
        .map(|(value, title)| ChoiceOption::new(*value, *title))
        .collect()
}

/// How an optional value is made of an answer.
#[doc(hidden)]
pub fn optional_from<T>(
    from_answer: impl FnOnce(Option<Answer<'_>>) -> Result<T, Rule>,
) -> impl FnOnce(Option<Answer<'_>>) -> Result<Option<T>, Rule> {
    move |answer| match answer {
        None => Ok(None),
        given => from_answer(given).map(Some),
    }
}

fn given(answer: Option<Answer<'_>>) -> Result<Answer<'_>, Rule> {
    answer.ok_or(Rule::Missing)
}

#[cfg(test)]
mod tests;
