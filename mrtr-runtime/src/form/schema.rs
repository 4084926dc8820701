//! The restricted JSON Schema of a form. Written by hand, so that its order is the declaration's whatever serde_json's
//! maps do.

use schemars::Schema;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{ChoiceOption, FieldKind, Form, FormField, numbers};

impl Form {
    /// The schema as schemars' value. Its members are in whatever order serde_json's maps keep; serialize the form
    /// itself where the order matters.
    #[must_use]
    pub fn schema(&self) -> Schema {
        serde_json::to_value(self)
            .ok()
            .and_then(|value| Schema::try_from(value).ok())
            .unwrap_or_default()
    }
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(self.fields()))?;
        map.serialize_entry("required", &Required(self.fields()))?;
        map.end()
    }
}

struct Properties<'a>(&'a [FormField]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|field| (field.name(), field)))
    }
}

struct Required<'a>(&'a [FormField]);

impl Serialize for Required<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.0
                .iter()
                .filter(|field| field.is_required())
                .map(FormField::name),
        )
    }
}

/// The `PrimitiveSchemaDefinition` of the field.
impl Serialize for FormField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", type_name(self.kind()))?;
        entry(&mut map, "title", self.title())?;
        entry(&mut map, "description", self.description())?;
        members(&mut map, self.kind())?;
        map.end()
    }
}

fn type_name(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text { .. } | FieldKind::Choice { .. } => "string",
        FieldKind::Integer { .. } => "integer",
        FieldKind::Number { .. } => "number",
        FieldKind::Boolean { .. } => "boolean",
        FieldKind::MultiChoice { .. } => "array",
    }
}

fn members<M: SerializeMap>(map: &mut M, kind: &FieldKind) -> Result<(), M::Error> {
    match kind {
        FieldKind::Text {
            min_length,
            max_length,
            format,
            default,
        } => {
            entry(map, "minLength", *min_length)?;
            entry(map, "maxLength", *max_length)?;
            entry(map, "format", format.map(|format| format.as_str()))?;
            entry(map, "default", default.as_deref())
        }
        FieldKind::Integer {
            minimum,
            maximum,
            default,
        } => {
            entry(map, "minimum", minimum.map(Whole))?;
            entry(map, "maximum", maximum.map(Whole))?;
            entry(map, "default", default.map(Whole))
        }
        FieldKind::Number {
            minimum,
            maximum,
            default,
        } => {
            entry(map, "minimum", finite(*minimum))?;
            entry(map, "maximum", finite(*maximum))?;
            entry(map, "default", finite(*default))
        }
        FieldKind::Boolean { default } => entry(map, "default", *default),
        FieldKind::Choice { options, default } => {
            if titled(options) {
                map.serialize_entry("oneOf", &Titled(options))?;
            } else {
                map.serialize_entry("enum", &Untitled(options))?;
            }
            entry(map, "default", default.as_deref())
        }
        FieldKind::MultiChoice {
            options,
            min_items,
            max_items,
            default,
        } => {
            entry(map, "minItems", *min_items)?;
            entry(map, "maxItems", *max_items)?;
            map.serialize_entry("items", &Items(options))?;
            entry(map, "default", default.as_deref())
        }
    }
}

fn entry<M: SerializeMap>(
    map: &mut M,
    key: &str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(key, &value),
        None => Ok(()),
    }
}

fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}

/// A whole number as JSON writes one; the nearest one that 64 bits hold.
struct Whole(i128);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = numbers::sent(self.0);
        match i64::try_from(number) {
            Ok(number) => serializer.serialize_i64(number),
            Err(_) => serializer.serialize_u64(u64::try_from(number).unwrap_or(u64::MAX)),
        }
    }
}

fn titled(options: &[ChoiceOption]) -> bool {
    options
        .iter()
        .any(|option| option.title() != option.value())
}

struct Untitled<'a>(&'a [ChoiceOption]);

impl Serialize for Untitled<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ChoiceOption::value))
    }
}

struct Titled<'a>(&'a [ChoiceOption]);

impl Serialize for Titled<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for option in self.0 {
            list.serialize_element(&TitledOption(option))?;
        }
        list.end()
    }
}

struct TitledOption<'a>(&'a ChoiceOption);

impl Serialize for TitledOption<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("const", self.0.value())?;
        map.serialize_entry("title", self.0.title())?;
        map.end()
    }
}

/// The `items` of a multi-select, whose titled form is `anyOf` and has no type.
struct Items<'a>(&'a [ChoiceOption]);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if titled(self.0) {
            map.serialize_entry("anyOf", &Titled(self.0))?;
        } else {
            map.serialize_entry("type", "string")?;
            map.serialize_entry("enum", &Untitled(self.0))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests;
