//! Questions for clients older than 2025-11-25, which know less of them: titles of a choice stand in a list of their own
//! (`enumNames`), nothing but a boolean has a default, a list is no answer, and a message for a model is one block.

use ::rmcp::model::{
    ElicitRequest, ElicitRequestParams, EnumSchema, LegacyEnumSchema,
    PrimitiveSchemaDefinition as Schema, ProtocolVersion, SingleSelectEnumSchema,
};
use serde_json::{Value, json};

pub(in super::super) fn is_older(version: &ProtocolVersion) -> bool {
    version.as_str() < ProtocolVersion::V_2025_11_25.as_str()
}

/// A message of several blocks as several of one block, whose order says as much.
pub(in super::super) fn messages(messages: Vec<Value>) -> Vec<Value> {
    messages.into_iter().flat_map(one_block_each).collect()
}

fn one_block_each(message: Value) -> Vec<Value> {
    let Some(Value::Array(blocks)) = message.get("content") else {
        return vec![message];
    };
    let of_one = |block: &Value| json!({"role": message.get("role"), "content": block});
    // A turn of nobody would make one of two others.
    if blocks.is_empty() {
        return vec![of_one(&json!({"type": "text", "text": ""}))];
    }
    blocks.iter().map(of_one).collect()
}

/// The form as an older client reads it; `None` if it has none for one of the fields.
pub(in super::super) fn form(mut request: ElicitRequest) -> Option<ElicitRequest> {
    if let ElicitRequestParams::FormElicitationParams {
        requested_schema, ..
    } = &mut request.params
    {
        for schema in requested_schema.properties.values_mut() {
            reword(schema)?;
        }
    }
    Some(request)
}

fn reword(schema: &mut Schema) -> Option<()> {
    match schema {
        Schema::String(text) => text.default = None,
        Schema::Integer(number) => number.default = None,
        Schema::Number(number) => number.default = None,
        Schema::Enum(EnumSchema::Single(choice)) => {
            *schema = Schema::Enum(EnumSchema::Legacy(legacy(choice)?));
        }
        Schema::Boolean(_) | Schema::Enum(EnumSchema::Legacy(_)) => {}
        _ => return None,
    }
    Some(())
}

fn legacy(choice: &SingleSelectEnumSchema) -> Option<LegacyEnumSchema> {
    let (values, titles, title, description) = match choice {
        SingleSelectEnumSchema::Titled(choice) => {
            let values = choice.one_of.iter().map(|one| one.const_.clone());
            let titles = choice.one_of.iter().map(|one| one.title.clone());
            let titles = Some(titles.collect());
            (values.collect(), titles, &choice.title, &choice.description)
        }
        SingleSelectEnumSchema::Untitled(choice) => (
            choice.enum_.clone(),
            None,
            &choice.title,
            &choice.description,
        ),
        _ => return None,
    };
    let mut legacy = LegacyEnumSchema::new(values);
    legacy.enum_names = titles;
    legacy.title.clone_from(title);
    legacy.description.clone_from(description);
    Some(legacy)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use crate::form::{ChoiceOption, FieldKind, Form, FormField};

    fn options(title: &'static str) -> Vec<ChoiceOption> {
        vec![
            ChoiceOption::new("ja", title),
            ChoiceOption::new("de", "de"),
        ]
    }

    fn schema(kind: FieldKind) -> Option<Value> {
        let field = FormField::new("field", kind);
        let field = field.titled("A field").described("What it is for");
        let form = Form::new(vec![field]);
        let request = super::form(super::super::elicit_form("Which?".to_owned(), &form))?;
        let request = serde_json::to_value(request).unwrap();
        Some(request["params"]["requestedSchema"]["properties"]["field"].clone())
    }

    #[test]
    fn titles_of_a_choice_stand_in_a_list_of_their_own() {
        let choice = |title: &'static str| FieldKind::Choice {
            options: options(title),
            default: Some("ja".to_owned()),
        };
        let of = |more: Value| {
            let mut schema = json!({
                "type": "string",
                "title": "A field",
                "description": "What it is for",
                "enum": ["ja", "de"],
            });
            for (name, value) in more.as_object().unwrap() {
                schema[name] = value.clone();
            }
            schema
        };
        assert_eq!(
            schema(choice("Japanese")),
            Some(of(json!({"enumNames": ["Japanese", "de"]})))
        );
        assert_eq!(schema(choice("ja")), Some(of(json!({}))));
    }

    #[test]
    fn only_a_boolean_has_a_default() {
        let boolean = FieldKind::Boolean {
            default: Some(true),
        };
        assert_eq!(schema(boolean).unwrap()["default"], true);
        let text = FieldKind::Text {
            min_length: None,
            max_length: None,
            format: None,
            default: Some("a".to_owned()),
        };
        let integer = FieldKind::Integer {
            minimum: None,
            maximum: None,
            default: Some(1),
        };
        let number = FieldKind::Number {
            minimum: None,
            maximum: None,
            default: Some(0.5),
        };
        for kind in [text, integer, number] {
            assert!(schema(kind).unwrap().get("default").is_none());
        }
    }

    #[test]
    fn a_message_for_a_model_is_one_block() {
        let block = |text: &str| json!({"type": "text", "text": text});
        let of = |role: &str, content: Value| json!({"role": role, "content": content});
        let sent = vec![
            of("user", json!([block("a"), block("b")])),
            of("assistant", block("c")),
            of("assistant", json!([])),
        ];
        assert_eq!(
            messages(sent),
            [
                of("user", block("a")),
                of("user", block("b")),
                of("assistant", block("c")),
                of("assistant", block("")),
            ]
        );
    }

    #[test]
    fn a_list_is_no_answer() {
        let several = FieldKind::MultiChoice {
            options: options("Japanese"),
            min_items: None,
            max_items: None,
            default: None,
        };
        assert_eq!(schema(several), None);
    }
}
