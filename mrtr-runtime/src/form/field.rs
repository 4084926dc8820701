//! The types that a field of a form can have.

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

    /// All of this as one value, for the derive.
    #[doc(hidden)]
    const TYPE: FieldType<Self> = FieldType::new(Self::REQUIRED, Self::kind, Self::from_answer);
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
