//! How the expansion of `#[derive(Elicit)]` builds a field.

use super::{Bound, FieldKind, FormField, Format};

/// A field in the making. That an option fits the field's type was seen before; one that does not changes nothing.
#[derive(Debug)]
#[must_use]
pub struct FieldBuilder(FormField);

impl FieldBuilder {
    /// A field whose type says that it holds `kind`, and whether it is required.
    pub fn new(name: &'static str, required: bool, kind: FieldKind) -> Self {
        let field = FormField::new(name, kind);
        Self(if required { field } else { field.optional() })
    }

    /// Shown under `title`.
    pub fn title(self, title: &'static str) -> Self {
        Self(self.0.titled(title))
    }

    /// With an explanation.
    pub fn description(self, description: &'static str) -> Self {
        Self(self.0.described(description))
    }

    /// May be left out, whatever the type.
    pub fn optional(self) -> Self {
        Self(self.0.optional())
    }

    /// The least length.
    pub fn min_length(self, least: u32) -> Self {
        self.text(|min_length, _, _| *min_length = Some(least))
    }

    /// The greatest length.
    pub fn max_length(self, most: u32) -> Self {
        self.text(|_, max_length, _| *max_length = Some(most))
    }

    /// What the text stands for.
    pub fn format(self, is: Format) -> Self {
        self.text(|_, _, format| *format = Some(is))
    }

    /// The least value.
    pub fn min<B>(mut self, bound: fn(B) -> Bound, least: B) -> Self {
        match (&mut self.0.kind, bound(least)) {
            (FieldKind::Integer { minimum, .. }, Bound::Integer(least)) => *minimum = Some(least),
            (FieldKind::Number { minimum, .. }, Bound::Number(least)) => *minimum = Some(least),
            _ => {}
        }
        self
    }

    /// The greatest value.
    pub fn max<B>(mut self, bound: fn(B) -> Bound, most: B) -> Self {
        match (&mut self.0.kind, bound(most)) {
            (FieldKind::Integer { maximum, .. }, Bound::Integer(most)) => *maximum = Some(most),
            (FieldKind::Number { maximum, .. }, Bound::Number(most)) => *maximum = Some(most),
            _ => {}
        }
        self
    }

    /// How many must be chosen at least.
    pub fn min_items(mut self, least: u32) -> Self {
        if let FieldKind::MultiChoice { min_items, .. } = &mut self.0.kind {
            *min_items = Some(least);
        }
        self
    }

    /// How many may be chosen at most.
    pub fn max_items(mut self, most: u32) -> Self {
        if let FieldKind::MultiChoice { max_items, .. } = &mut self.0.kind {
            *max_items = Some(most);
        }
        self
    }

    /// What the form is filled in with.
    pub fn default<D>(mut self, fill_in: fn(&mut FieldKind, D), value: D) -> Self {
        fill_in(&mut self.0.kind, value);
        self
    }

    /// The field as data.
    #[must_use]
    pub fn build(self) -> FormField {
        self.0
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
        } = &mut self.0.kind
        {
            set(min_length, max_length, format);
        }
        self
    }
}
