//! A form in rmcp's types, its fields in their own order.

use std::borrow::Cow;

use ::rmcp::model::{
    BooleanSchema, ElicitationSchema, IntegerSchema, NumberSchema,
    PrimitiveSchemaDefinition as Schema, StringFormat, StringSchema,
};

use super::choice::{Items, multi_select, single_select};
use crate::form::{FieldKind, Form, FormField, Format};

/// `requestedSchema`.
pub(super) fn schema(form: &Form) -> ElicitationSchema {
    let fields = form.fields();
    let properties = fields.iter().map(|f| (f.name().to_owned(), property(f)));
    let mut schema = ElicitationSchema::new(properties.collect());
    schema.property_order = Some(names(fields.iter()));
    schema.required = Some(names(fields.iter().filter(|field| field.is_required())));
    schema
}

fn names<'a>(fields: impl Iterator<Item = &'a FormField>) -> Vec<String> {
    fields.map(|field| field.name().to_owned()).collect()
}

/// What every kind of field has.
pub(super) struct Label {
    title: Option<Cow<'static, str>>,
    description: Option<Cow<'static, str>>,
}

impl Label {
    fn of(field: &FormField) -> Self {
        let owned = |text: &str| Cow::Owned(text.to_owned());
        Self {
            title: field.title().map(owned),
            description: field.description().map(owned),
        }
    }

    pub(super) fn put(
        self,
        title: &mut Option<Cow<'static, str>>,
        description: &mut Option<Cow<'static, str>>,
    ) {
        *title = self.title;
        *description = self.description;
    }
}

/// Takes a kind apart and fills in the schema of the same shape.
macro_rules! fill {
    ($schema:ident, $label:expr, { $($member:ident = $value:expr),+ $(,)? }) => {{
        let mut schema = $schema::new();
        $(schema.$member = $value;)+
        $label.put(&mut schema.title, &mut schema.description);
        schema
    }};
}

#[rustfmt::skip]
fn property(field: &FormField) -> Schema {
    let label = Label::of(field);
    match field.kind() {
        FieldKind::Text { min_length, max_length, format, default } => {
            Schema::String(fill!(StringSchema, label, {
                min_length = *min_length,
                max_length = *max_length,
                format = format.and_then(string_format),
                default = default.clone(),
            }))
        }
        FieldKind::Integer { minimum, maximum, default } => {
            Schema::Integer(fill!(IntegerSchema, label, {
                minimum = minimum.and_then(integer),
                maximum = maximum.and_then(integer),
                default = default.and_then(integer),
            }))
        }
        FieldKind::Number { minimum, maximum, default } => {
            Schema::Number(fill!(NumberSchema, label, {
                minimum = minimum.filter(|n| n.is_finite()),
                maximum = maximum.filter(|n| n.is_finite()),
                default = default.filter(|n| n.is_finite()),
            }))
        }
        FieldKind::Boolean { default } => {
            Schema::Boolean(fill!(BooleanSchema, label, { default = *default }))
        }
        FieldKind::Choice { options, default } => {
            Schema::Enum(single_select(options, default.clone(), label))
        }
        FieldKind::MultiChoice { options, min_items, max_items, default } => {
            let items = Items {
                min: min_items.map(u64::from),
                max: max_items.map(u64::from),
                default: default.clone(),
            };
            Schema::Enum(multi_select(options, items, label))
        }
    }
}

#[allow(
    unreachable_patterns,
    clippy::unnecessary_wraps,
    reason = "formats may be added, and a format only helps the client to fill the form in"
)]
fn string_format(format: Format) -> Option<StringFormat> {
    match format {
        Format::Email => Some(StringFormat::Email),
        Format::Uri => Some(StringFormat::Uri),
        Format::Date => Some(StringFormat::Date),
        Format::DateTime => Some(StringFormat::DateTime),
    }
}

/// A bound that rmcp cannot hold is left out: the answer is checked against the form in any case.
fn integer(value: i128) -> Option<i64> {
    i64::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;
    use crate::form::ChoiceOption;

    /// rmcp's schema must be what the form says of itself.
    fn assert_same(form: &Form) {
        let ours = serde_json::to_value(form).unwrap();
        let rmcps = serde_json::to_value(schema(form)).unwrap();
        assert_eq!(rmcps, ours);
    }

    fn of(kind: FieldKind) -> Form {
        Form::new(vec![
            FormField::new("field", kind.clone())
                .titled("A field")
                .described("What it is for"),
            FormField::new("other", kind).optional(),
        ])
    }

    fn options(titled: bool) -> Vec<ChoiceOption> {
        let title = if titled { "日本語" } else { "ja" };
        vec![
            ChoiceOption::new("en", "en"),
            ChoiceOption::new("ja", title),
        ]
    }

    #[test]
    fn every_kind_is_the_schema_that_the_form_writes() {
        let kinds = [
            FieldKind::text(),
            FieldKind::Text {
                min_length: Some(1),
                max_length: Some(200),
                format: Some(Format::DateTime),
                default: Some("2026-02-28T09:30:00Z".into()),
            },
            FieldKind::Integer {
                minimum: Some(i64::MIN.into()),
                maximum: Some(i64::MAX.into()),
                default: Some(0),
            },
            FieldKind::Number {
                minimum: Some(0.5),
                maximum: Some(1.5),
                default: Some(1.0),
            },
            FieldKind::Boolean {
                default: Some(true),
            },
            FieldKind::boolean(),
        ];
        kinds.into_iter().for_each(|kind| assert_same(&of(kind)));
    }

    #[test]
    fn choices_are_the_schema_that_the_form_writes() {
        for titled in [true, false] {
            assert_same(&of(FieldKind::choice(options(titled))));
            assert_same(&of(FieldKind::Choice {
                options: options(titled),
                default: Some("ja".into()),
            }));
            assert_same(&of(FieldKind::multi_choice(options(titled))));
            assert_same(&of(FieldKind::MultiChoice {
                options: options(titled),
                min_items: Some(1),
                max_items: Some(2),
                default: Some(vec!["en".into()]),
            }));
        }
    }

    fn fits_rmcp(form: &Form) -> bool {
        let fits =
            |number: &Option<i128>| number.is_none_or(|number| i64::try_from(number).is_ok());
        form.fields().iter().all(|field| match field.kind() {
            FieldKind::Integer {
                minimum,
                maximum,
                default,
            } => [minimum, maximum, default].into_iter().all(fits),
            _ => true,
        })
    }

    proptest::proptest! {
        #[test]
        fn any_form_that_rmcp_can_hold_is_the_schema_that_the_form_writes(form in crate::form::testing::forms()) {
            proptest::prop_assume!(fits_rmcp(&form));
            assert_same(&form);
        }
    }

    #[test]
    fn fields_keep_the_order_of_their_declaration() {
        let fields = ["zeta", "alpha", "mid"].map(|name| FormField::new(name, FieldKind::text()));
        let text = serde_json::to_string(&schema(&Form::new(fields.into()))).unwrap();
        let place = |name: &str| text.find(&format!("\"{name}\":{{")).unwrap();
        assert!(place("zeta") < place("alpha") && place("alpha") < place("mid"));
        assert!(text.contains(r#""required":["zeta","alpha","mid"]"#));
    }

    #[test]
    fn a_bound_beyond_i64_is_left_out_and_not_narrowed() {
        let form = of(FieldKind::Integer {
            minimum: Some(0),
            maximum: Some(u64::MAX.into()),
            default: None,
        });
        let value = serde_json::to_value(schema(&form)).unwrap();
        let field = value.pointer("/properties/other").unwrap();
        assert_eq!(field, &json!({"type": "integer", "minimum": 0}));
    }
}
