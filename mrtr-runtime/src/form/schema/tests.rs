#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
use serde_json::{Value, json};

use super::*;
use crate::form::{Field, Format};

fn json_of(field: FormField) -> String {
    serde_json::to_string(&field).unwrap()
}

fn titled_options() -> Vec<ChoiceOption> {
    vec![ChoiceOption::new("s", "Small"), ChoiceOption::new("m", "m")]
}

#[test]
fn every_kind_is_written_in_a_fixed_order() {
    let text = FieldKind::Text {
        min_length: Some(1),
        max_length: Some(9),
        format: Some(Format::DateTime),
        default: Some("x".to_owned()),
    };
    assert_eq!(
        json_of(FormField::new("a", text).titled("T").described("D")),
        r#"{"type":"string","title":"T","description":"D","minLength":1,"maxLength":9,"format":"date-time","default":"x"}"#
    );
    assert_eq!(
        json_of(FormField::new("a", i64::kind())),
        r#"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#
    );
    assert_eq!(
        json_of(FormField::new("a", FieldKind::number())),
        r#"{"type":"number"}"#
    );
    assert_eq!(
        json_of(FormField::new(
            "a",
            FieldKind::Boolean {
                default: Some(true)
            }
        )),
        r#"{"type":"boolean","default":true}"#
    );
}

#[test]
fn choices_with_titles_are_one_of_and_without_an_enum() {
    let plain = vec![ChoiceOption::new("s", "s"), ChoiceOption::new("m", "m")];
    assert_eq!(
        json_of(FormField::new("a", FieldKind::choice(plain.clone()))),
        r#"{"type":"string","enum":["s","m"]}"#
    );
    assert_eq!(
        json_of(FormField::new("a", FieldKind::choice(titled_options()))),
        r#"{"type":"string","oneOf":[{"const":"s","title":"Small"},{"const":"m","title":"m"}]}"#
    );
    assert_eq!(
        json_of(FormField::new("a", FieldKind::multi_choice(plain))),
        r#"{"type":"array","items":{"type":"string","enum":["s","m"]}}"#
    );
    assert_eq!(
        json_of(FormField::new(
            "a",
            FieldKind::multi_choice(titled_options())
        )),
        r#"{"type":"array","items":{"anyOf":[{"const":"s","title":"Small"},{"const":"m","title":"m"}]}}"#
    );
}

#[test]
fn properties_are_in_declaration_order() {
    let form = Form::new(vec![
        FormField::new("zeta", FieldKind::text()),
        FormField::new("alpha", FieldKind::text()).optional(),
    ]);
    assert_eq!(
        serde_json::to_string(&form).unwrap(),
        r#"{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"}},"required":["zeta"]}"#
    );
}

#[test]
fn numbers_outside_of_json_become_the_nearest_inside() {
    let kind = FieldKind::Integer {
        minimum: Some(i128::MIN),
        maximum: Some(i128::MAX),
        default: None,
    };
    assert_eq!(
        json_of(FormField::new("a", kind)),
        r#"{"type":"integer","minimum":-9223372036854775808,"maximum":18446744073709551615}"#
    );
    let kind = FieldKind::Number {
        minimum: Some(f64::NEG_INFINITY),
        maximum: Some(f64::NAN),
        default: Some(0.5),
    };
    assert_eq!(
        json_of(FormField::new("a", kind)),
        r#"{"type":"number","default":0.5}"#
    );
}

/// The members that the specification's `PrimitiveSchemaDefinition` allows beside `type`, `title` and `description`.
fn allowed(schema: &Value) -> &'static [&'static str] {
    match schema["type"].as_str().unwrap() {
        "string" if schema.get("enum").is_some() => &["enum", "default"],
        "string" if schema.get("oneOf").is_some() => &["oneOf", "default"],
        "string" => &["minLength", "maxLength", "format", "default"],
        "integer" | "number" => &["minimum", "maximum", "default"],
        "boolean" => &["default"],
        "array" => &["minItems", "maxItems", "items", "default"],
        other => panic!("{other} is no type of a form"),
    }
}

#[test]
fn every_type_of_a_field_stays_within_the_restricted_schema() {
    let kinds = [
        String::kind(),
        bool::kind(),
        i8::kind(),
        i64::kind(),
        u8::kind(),
        u64::kind(),
        f32::kind(),
        f64::kind(),
        Option::<String>::kind(),
        FieldKind::choice(titled_options()),
        FieldKind::multi_choice(titled_options()),
    ];
    for kind in kinds {
        let schema = serde_json::to_value(FormField::new("a", kind)).unwrap();
        let allowed = allowed(&schema);
        let common = ["type", "title", "description"];
        for member in schema.as_object().unwrap().keys() {
            assert!(
                common.contains(&member.as_str()) || allowed.contains(&member.as_str()),
                "{schema}"
            );
        }
        let never = [
            "$ref",
            "$schema",
            "anyOf",
            "pattern",
            "additionalProperties",
        ];
        assert!(
            never.iter().all(|member| schema.get(member).is_none()),
            "{schema}"
        );
    }
}

#[test]
fn the_schema_of_schemars_holds_the_same() {
    let form = Form::new(vec![FormField::new("a", bool::kind())]);
    let expected = json!({ "type": "object", "properties": { "a": { "type": "boolean" } }, "required": ["a"] });
    assert_eq!(form.schema().to_value(), expected);
}
