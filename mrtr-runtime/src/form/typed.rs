//! What the expansion of `#[derive(Elicit)]` builds fields with. Each option is a method that only the types it is for
//! have, so that an option on the wrong type is an error at the option, also behind an alias that the derive cannot see.

use std::marker::PhantomData;

use super::{Answer, Bound, Choice, Field, FieldKind, FormField, Format, Rule};

/// What [`Field`] says of a type, as a value.
///
/// The derive names a field's type once, as the path `<T as Field>::TYPE`: the error about a type that is none of a field's
/// then underlines the author's type, comes once, and points into no code of ours.
#[derive(Debug, Clone, Copy)]
pub struct FieldType<T> {
    required: bool,
    kind: fn() -> FieldKind,
    from_answer: FromAnswer<T>,
}

type FromAnswer<T> = fn(Option<Answer<'_>>) -> Result<T, Rule>;

impl<T> FieldType<T> {
    pub(super) const fn new(
        required: bool,
        kind: fn() -> FieldKind,
        from_answer: FromAnswer<T>,
    ) -> Self {
        Self {
            required,
            kind,
            from_answer,
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
    pub fn from_answer(&self) -> FromAnswer<T> {
        self.from_answer
    }
}

/// A field of the type `T` in the making.
#[derive(Debug)]
pub struct TypedField<T> {
    field: FormField,
    of: PhantomData<fn() -> T>,
}

impl<T> TypedField<T> {
    /// A field whose type says that it holds `kind`, and whether it is required.
    #[must_use]
    pub fn new(name: &'static str, required: bool, kind: FieldKind) -> Self {
        let field = FormField::new(name, kind);
        Self {
            field: if required { field } else { field.optional() },
            of: PhantomData,
        }
    }

    /// Shown under `title`.
    #[must_use]
    pub fn title(self, title: &'static str) -> Self {
        Self {
            field: self.field.titled(title),
            ..self
        }
    }

    /// With an explanation.
    #[must_use]
    pub fn description(self, description: &'static str) -> Self {
        Self {
            field: self.field.described(description),
            ..self
        }
    }

    /// May be left out, whatever the type.
    #[must_use]
    pub fn optional(self) -> Self {
        Self {
            field: self.field.optional(),
            ..self
        }
    }

    /// The least length.
    #[must_use]
    pub fn min_length(self, least: u32) -> Self
    where
        T: TextField,
    {
        self.text(|min_length, _, _| *min_length = Some(least))
    }

    /// The greatest length.
    #[must_use]
    pub fn max_length(self, most: u32) -> Self
    where
        T: TextField,
    {
        self.text(|_, max_length, _| *max_length = Some(most))
    }

    /// What the text stands for.
    #[must_use]
    pub fn format(self, is: Format) -> Self
    where
        T: TextField,
    {
        self.text(|_, _, format| *format = Some(is))
    }

    /// The least value.
    #[must_use]
    pub fn min(mut self, least: T::Bound) -> Self
    where
        T: Ranged,
    {
        match (&mut self.field.kind, least.into()) {
            (FieldKind::Integer { minimum, .. }, Bound::Integer(least)) => *minimum = Some(least),
            (FieldKind::Number { minimum, .. }, Bound::Number(least)) => *minimum = Some(least),
            _ => {}
        }
        self
    }

    /// The greatest value.
    #[must_use]
    pub fn max(mut self, most: T::Bound) -> Self
    where
        T: Ranged,
    {
        match (&mut self.field.kind, most.into()) {
            (FieldKind::Integer { maximum, .. }, Bound::Integer(most)) => *maximum = Some(most),
            (FieldKind::Number { maximum, .. }, Bound::Number(most)) => *maximum = Some(most),
            _ => {}
        }
        self
    }

    /// How many must be chosen at least.
    #[must_use]
    pub fn min_items(mut self, least: u32) -> Self
    where
        T: ListField,
    {
        if let FieldKind::MultiChoice { min_items, .. } = &mut self.field.kind {
            *min_items = Some(least);
        }
        self
    }

    /// How many may be chosen at most.
    #[must_use]
    pub fn max_items(mut self, most: u32) -> Self
    where
        T: ListField,
    {
        if let FieldKind::MultiChoice { max_items, .. } = &mut self.field.kind {
            *max_items = Some(most);
        }
        self
    }

    /// What the form is filled in with.
    #[must_use]
    pub fn default(mut self, value: T::Default) -> Self
    where
        T: Prefilled,
    {
        T::fill_in(&mut self.field.kind, value);
        self
    }

    /// The field as data.
    #[must_use]
    pub fn build(self) -> FormField {
        self.field
    }

    fn text(
        mut self,
        set: impl FnOnce(&mut Option<u32>, &mut Option<u32>, &mut Option<Format>),
    ) -> Self {
        if let FieldKind::Text {
            min_length,
            max_length,
            format,
            ..
        } = &mut self.field.kind
        {
            set(min_length, max_length, format);
        }
        self
    }
}

/// Fields that hold text.
#[diagnostic::on_unimplemented(
    message = "lengths and formats are for text, and `{Self}` is none",
    label = "take this option away; a number has `min` and `max`, a `Vec` has `min_items` and `max_items`"
)]
pub trait TextField: Field {}

impl TextField for String {}
impl<T: TextField> TextField for Option<T> {}

/// Fields that hold several options.
#[diagnostic::on_unimplemented(
    message = "`min_items` and `max_items` are for a `Vec` of a choice, and `{Self}` is none",
    label = "take this option away"
)]
pub trait ListField: Field {}

impl<C: Choice> ListField for Vec<C> {}
impl<T: ListField> ListField for Option<T> {}

/// Fields that hold a number.
#[diagnostic::on_unimplemented(
    message = "`min` and `max` are for numbers, and `{Self}` is none",
    label = "take this option away; text has `min_length` and `max_length`, a `Vec` has `min_items` and `max_items`"
)]
pub trait Ranged: Field {
    /// The type of the bounds.
    type Bound: Into<Bound>;
}

impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;
}

/// Fields that a form can be filled in with.
#[diagnostic::on_unimplemented(
    message = "a field of the type `{Self}` cannot have a default",
    label = "take this option away"
)]
pub trait Prefilled: Field {
    /// The type of the default.
    type Default;

    /// Makes `value` the default of a field of this type.
    fn fill_in(kind: &mut FieldKind, value: Self::Default);
}

impl<T: Prefilled> Prefilled for Option<T> {
    type Default = T::Default;

    fn fill_in(kind: &mut FieldKind, value: Self::Default) {
        T::fill_in(kind, value);
    }
}

impl Prefilled for String {
    type Default = &'static str;

    fn fill_in(kind: &mut FieldKind, value: Self::Default) {
        if let FieldKind::Text { default, .. } = kind {
            *default = Some(value.to_owned());
        }
    }
}

impl Prefilled for bool {
    type Default = bool;

    fn fill_in(kind: &mut FieldKind, value: bool) {
        if let FieldKind::Boolean { default } = kind {
            *default = Some(value);
        }
    }
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Bound {
            fn from(number: $ty) -> Self {
                Self::Integer(number.into())
            }
        }

        impl Ranged for $ty {
            type Bound = $ty;
        }

        impl Prefilled for $ty {
            type Default = $ty;

            fn fill_in(kind: &mut FieldKind, value: $ty) {
                if let FieldKind::Integer { default, .. } = kind {
                    *default = Some(value.into());
                }
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl From<f64> for Bound {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// Bounds are doubles also where the field is an `f32`: `0.1` stays `0.1` in the schema.
macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Ranged for $ty {
            type Bound = f64;
        }

        impl Prefilled for $ty {
            type Default = f64;

            fn fill_in(kind: &mut FieldKind, value: f64) {
                if let FieldKind::Number { default, .. } = kind {
                    *default = Some(value);
                }
            }
        }
    )*};
}

numbers! { f32 f64 }

impl<C: Choice> Prefilled for Vec<C> {
    type Default = Vec<C>;

    fn fill_in(kind: &mut FieldKind, value: Vec<C>) {
        if let FieldKind::MultiChoice { default, .. } = kind {
            *default = Some(
                value
                    .iter()
                    .map(|choice| choice.value().to_owned())
                    .collect(),
            );
        }
    }
}

/// Makes an option the default of its field.
pub fn fill_in_choice<C: Choice>(kind: &mut FieldKind, value: &C) {
    if let FieldKind::Choice { default, .. } = kind {
        *default = Some(value.value().to_owned());
    }
}
