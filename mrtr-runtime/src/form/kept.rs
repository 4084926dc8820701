//! A form as a store keeps it, in a reply that may be sent again: all of it, not its schema.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ChoiceOption, FieldKind, Form, FormField, Format};

/// For `#[serde(with = ..)]`.
pub(crate) fn serialize<S: Serializer>(form: &Form, serializer: S) -> Result<S::Ok, S::Error> {
    let fields: Vec<Field> = form.fields().iter().cloned().map(Field::of).collect();
    fields.serialize(serializer)
}

/// For `#[serde(with = ..)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Form, D::Error> {
    let fields = Vec::<Field>::deserialize(deserializer)?;
    Ok(Form::new(fields.into_iter().map(Field::into).collect()))
}

#[derive(Serialize, Deserialize)]
struct Field {
    name: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    description: Option<Cow<'static, str>>,
    required: bool,
    #[serde(with = "Kind")]
    kind: FieldKind,
}

impl Field {
    fn of(field: FormField) -> Self {
        Self {
            name: field.name,
            title: field.title,
            description: field.description,
            required: field.required,
            kind: field.kind,
        }
    }

    fn into(self) -> FormField {
        FormField {
            name: self.name,
            title: self.title,
            description: self.description,
            required: self.required,
            kind: self.kind,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FieldKind")]
enum Kind {
    Text {
        min_length: Option<u32>,
        max_length: Option<u32>,
        #[serde(with = "format")]
        format: Option<Format>,
        default: Option<String>,
    },
    Integer {
        minimum: Option<i128>,
        maximum: Option<i128>,
        default: Option<i128>,
    },
    Number {
        minimum: Option<f64>,
        maximum: Option<f64>,
        default: Option<f64>,
    },
    Boolean {
        default: Option<bool>,
    },
    Choice {
        #[serde(with = "options")]
        options: Vec<ChoiceOption>,
        default: Option<String>,
    },
    MultiChoice {
        #[serde(with = "options")]
        options: Vec<ChoiceOption>,
        min_items: Option<u32>,
        max_items: Option<u32>,
        default: Option<Vec<String>>,
    },
}

mod format {
    use super::{Deserialize as _, Deserializer, Format, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(
        format: &Option<Format>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        format.map(Format::as_str).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Format>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        let all = [Format::Email, Format::Uri, Format::Date, Format::DateTime];
        Ok(name.and_then(|name| all.into_iter().find(|format| format.as_str() == name)))
    }
}

mod options {
    use super::{ChoiceOption, Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        options: &[ChoiceOption],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(options.iter().map(|one| (one.value(), one.title())))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<ChoiceOption>, D::Error> {
        let options = Vec::<(String, String)>::deserialize(deserializer)?;
        let of = |(value, title)| ChoiceOption::new(value, title);
        Ok(options.into_iter().map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::super::testing::forms;
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Kept(#[serde(with = "super")] Form);

    proptest! {
        #[test]
        fn a_kept_form_is_the_same_form(form in forms()) {
            let kept = Kept(form);
            let bytes = serde_json::to_vec(&kept).unwrap();
            prop_assert_eq!(serde_json::from_slice::<Kept>(&bytes).unwrap(), kept);
        }
    }
}
