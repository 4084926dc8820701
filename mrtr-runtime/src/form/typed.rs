//! What the derive finds out about a field's type, through paths that it spells with the author's tokens: an option on a
//! field of the wrong kind is an error at the option, also behind an alias that the derive cannot see through.

use serde_json::Value;

use super::{Answer, Bound, Choice, Field, FieldKind, Rule};

/// What [`Field`] says of a type, as a value.
///
/// The derive names a field's type once, as the path `<T as Field>::TYPE`: the error about a type that is none of a field's
/// then underlines the author's type, comes once, and points into no code of ours.
#[derive(Debug, Clone, Copy)]
pub struct FieldType<T> {
    required: bool,
    kind: fn() -> FieldKind,
    from_answer: FromAnswer<T>,
    to_entry: fn(&T) -> Option<Value>,
}

type FromAnswer<T> = fn(Option<Answer<'_>>) -> Result<T, Rule>;

impl<T> FieldType<T> {
    pub(super) const fn new(
        required: bool,
        kind: fn() -> FieldKind,
        from_answer: FromAnswer<T>,
        to_entry: fn(&T) -> Option<Value>,
    ) -> Self {
        Self {
            required,
            kind,
            from_answer,
            to_entry,
        }
    }

    /// Whether an answer must hold the field.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        self.required
    }

    /// What the field holds.
    #[must_use]
    pub fn kind(&self) -> FieldKind {
        (self.kind)()
    }

    /// How its value is made of an answer.
    #[must_use]
    pub fn decoder(&self) -> FromAnswer<T> {
        self.from_answer
    }

    /// What a form is filled in with, of a value that may be an optional one.
    pub fn entry<'v>(&self, value: impl Into<Option<&'v T>>) -> Option<Value>
    where
        T: 'v,
    {
        value.into().and_then(self.to_entry)
    }
}

/// Forms of one field, which have no title of their own.
#[diagnostic::on_unimplemented(
    message = "`title` and `description` are for asks of one value, and `{Self}` is a form",
    label = "its fields have titles of their own: write them there, as doc comments"
)]
pub trait OneField {
    /// Something to name.
    const IS: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: Field> OneField for T {}

/// Fields that hold text.
#[diagnostic::on_unimplemented(
    message = "lengths and formats are for text, and `{Self}` is none",
    label = "take this option away; a number has `min` and `max`, a `Vec` has `min_items` and `max_items`"
)]
pub trait TextField: Field {
    /// Something to name.
    const IS: () = ();
}

#[diagnostic::do_not_recommend]
impl TextField for String {}
#[diagnostic::do_not_recommend]
impl<T: TextField> TextField for Option<T> {}

/// Fields that hold several options.
#[diagnostic::on_unimplemented(
    message = "`min_items` and `max_items` are for a `Vec` of a choice, and `{Self}` is none",
    label = "take this option away"
)]
pub trait ListField: Field {
    /// Something to name.
    const IS: () = ();
}

#[diagnostic::do_not_recommend]
impl<C: Choice> ListField for Vec<C> {}
#[diagnostic::do_not_recommend]
impl<T: ListField> ListField for Option<T> {}

/// Fields that hold a number.
#[diagnostic::on_unimplemented(
    message = "`min` and `max` are for numbers, and `{Self}` is none",
    label = "take this option away; text has `min_length` and `max_length`, a `Vec` has `min_items` and `max_items`"
)]
pub trait Ranged: Field {
    /// The type of the bounds.
    type Bound;

    /// A bound as data.
    const BOUND: fn(Self::Bound) -> Bound;
}

#[diagnostic::do_not_recommend]
impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;

    const BOUND: fn(Self::Bound) -> Bound = T::BOUND;
}

type FillIn<D> = fn(&mut FieldKind, D);

/// Fields that a form can be filled in with.
#[diagnostic::on_unimplemented(
    message = "a field of the type `{Self}` cannot have a default",
    label = "take this option away"
)]
pub trait Prefilled: Field {
    /// The type of the default.
    type Default;

    /// Makes a value the default of a field of this type.
    const FILL_IN: FillIn<Self::Default>;
}

#[diagnostic::do_not_recommend]
impl<T: Prefilled> Prefilled for Option<T> {
    type Default = T::Default;

    const FILL_IN: FillIn<Self::Default> = T::FILL_IN;
}

#[diagnostic::do_not_recommend]
impl Prefilled for String {
    type Default = &'static str;

    const FILL_IN: FillIn<Self::Default> = |kind, value| {
        if let FieldKind::Text { default, .. } = kind {
            *default = Some(value.to_owned());
        }
    };
}

#[diagnostic::do_not_recommend]
impl Prefilled for bool {
    type Default = bool;

    const FILL_IN: FillIn<Self::Default> = |kind, value| {
        if let FieldKind::Boolean { default } = kind {
            *default = Some(value);
        }
    };
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Ranged for $ty {
            type Bound = $ty;

            const BOUND: fn(Self::Bound) -> Bound = |bound| Bound::Integer(bound.into());
        }

        #[diagnostic::do_not_recommend]
        impl Prefilled for $ty {
            type Default = $ty;

            const FILL_IN: FillIn<Self::Default> = |kind, value| {
                if let FieldKind::Integer { default, .. } = kind {
                    *default = Some(value.into());
                }
            };
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Bounds are doubles also where the field is an `f32`: `0.1` stays `0.1` in the schema.
macro_rules! numbers {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Ranged for $ty {
            type Bound = f64;

            const BOUND: fn(Self::Bound) -> Bound = Bound::Number;
        }

        #[diagnostic::do_not_recommend]
        impl Prefilled for $ty {
            type Default = f64;

            const FILL_IN: FillIn<Self::Default> = |kind, value| {
                if let FieldKind::Number { default, .. } = kind {
                    *default = Some(value);
                }
            };
        }
    )*};
}

numbers! { f32 f64 }

#[diagnostic::do_not_recommend]
impl<C: Choice> Prefilled for Vec<C> {
    type Default = Vec<C>;

    const FILL_IN: FillIn<Self::Default> = |kind, value| {
        if let FieldKind::MultiChoice { default, .. } = kind {
            *default = Some(
                value
                    .iter()
                    .map(|choice| choice.value().to_owned())
                    .collect(),
            );
        }
    };
}

/// Makes an option the default of its field.
pub fn fill_in_choice<C: Choice>(kind: &mut FieldKind, value: C) {
    if let FieldKind::Choice { default, .. } = kind {
        *default = Some(value.value().to_owned());
    }
}
