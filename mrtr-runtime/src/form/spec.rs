//! What is sent is always inside the specification's restricted schema, and what is taken is what a JSON Schema validator
//! takes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use jsonschema::{Draft, Validator};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value};

use super::testing::{answered, forms};
use super::{FieldKind, Form};

/// `PrimitiveSchemaDefinition` of MCP 2026-07-28, and the object around it.
const RESTRICTED: &str = include_str!("spec/primitive-schema-definition.json");

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap()
}

fn restricted() -> Validator {
    validator(&serde_json::from_str(RESTRICTED).unwrap())
}

/// The member names of `properties`, in the order in which they are written.
fn written_order(json: &str) -> Vec<String> {
    struct Names(Vec<String>);
    impl<'de> serde::Deserialize<'de> for Names {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = Names;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<Names, A::Error> {
                    let mut names = Vec::new();
                    while let Some((name, _)) = map.next_entry::<String, Value>()? {
                        names.push(name);
                    }
                    Ok(Names(names))
                }
            }
            deserializer.deserialize_map(Visitor)
        }
    }
    #[derive(serde::Deserialize)]
    struct Written {
        properties: Names,
    }
    serde_json::from_str::<Written>(json).unwrap().properties.0
}

proptest! {
    #[test]
    fn what_is_sent_is_inside_the_restricted_schema(form in forms()) {
        let sent = serde_json::to_value(&form).unwrap();
        let found = restricted().iter_errors(&sent).map(|error| error.to_string()).collect::<Vec<_>>();
        prop_assert!(found.is_empty(), "{sent}: {found:?}");
    }

    #[test]
    fn fields_are_sent_in_their_order_and_with_the_same_bytes_each_time(form in forms()) {
        let sent = serde_json::to_string(&form).unwrap();
        let names: Vec<_> = form.fields().iter().map(|field| field.name().to_owned()).collect();
        prop_assert_eq!(written_order(&sent), names);
        prop_assert_eq!(serde_json::to_string(&form.clone()).unwrap(), sent);
    }

    #[test]
    fn a_form_that_is_filled_in_again_is_inside_the_restricted_schema((form, content) in answered()) {
        let again = serde_json::to_value(form.with_defaults(&content)).unwrap();
        prop_assert!(restricted().is_valid(&again), "{again}");
    }

    /// We are stricter in two points: a choice may stand in a list once, and a whole number beyond 2^53 must come as its
    /// digits. Neither is in a generated answer. We are kinder with null, which is in none either.
    #[test]
    fn what_is_taken_is_what_a_validator_takes((form, content) in answered()) {
        prop_assume!(!repeats(&content));
        let schema = serde_json::to_value(&form).unwrap();
        let theirs = validator(&schema).is_valid(&Value::Object(content.clone()));
        let ours = form.read(&content);
        prop_assert_eq!(ours.is_ok(), theirs, "{} for {}: {:?}", Value::Object(content.clone()), schema, ours);
    }

    #[test]
    fn null_is_as_if_it_were_not_there((form, content) in answered()) {
        let mut nulls = content.clone();
        for field in form.fields() {
            nulls.entry(field.name()).or_insert(Value::Null);
        }
        prop_assert_eq!(form.read(&nulls).is_ok(), form.read(&content).is_ok());
        prop_assert_eq!(form.normalize(&nulls), form.normalize(&content));
    }

    /// Over states and stores an answer is read again and again.
    #[test]
    fn what_is_kept_of_an_answer_is_taken_again((form, content) in answered()) {
        let kept = form.normalize(&content);
        prop_assert_eq!(form.read(&kept).is_ok(), form.read(&content).is_ok());
    }
}

/// Else the properties above would say nothing.
#[test]
fn a_fair_share_of_the_answers_at_random_is_right() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut draw = || answered().new_tree(&mut runner).unwrap().current();
    let right = |(form, content): (Form, Map<String, Value>)| form.read(&content).is_ok();
    let count = (0..400).filter(|_| right(draw())).count();
    assert!((80..320).contains(&count), "{count} of 400");
}

fn repeats(content: &Map<String, Value>) -> bool {
    let repeats = |list: &Vec<Value>| (1..list.len()).any(|at| list[..at].contains(&list[at]));
    content.values().filter_map(Value::as_array).any(repeats)
}

#[test]
fn the_restricted_schema_refuses_what_the_specification_does() {
    let restricted = restricted();
    let form = |field: &str| {
        let text = format!(r#"{{"type":"object","properties":{{"a":{field}}}}}"#);
        serde_json::from_str::<Value>(&text).unwrap()
    };
    assert!(restricted.is_valid(&form(r#"{"type":"string"}"#)));
    for wrong in [
        r#"{"type":"object"}"#,
        r#"{"type":["string","null"]}"#,
        r#"{"type":"integer","format":"int32"}"#,
        r#"{"type":"string","format":"uuid"}"#,
        r##"{"$ref":"#/$defs/a"}"##,
        r#"{"type":"array","items":{"type":"string"}}"#,
        r#"{"type":"string","oneOf":[{"const":"a"}]}"#,
    ] {
        assert!(!restricted.is_valid(&form(wrong)), "{wrong}");
    }
}

#[test]
fn a_whole_number_with_a_point_is_one_for_a_validator_too() {
    let form = Form::new(vec![super::FormField::new("a", FieldKind::integer())]);
    let schema = serde_json::to_value(&form).unwrap();
    let content: Value = serde_json::from_str(r#"{"a": 5.0}"#).unwrap();
    assert!(validator(&schema).is_valid(&content));
    assert!(form.read(content.as_object().unwrap()).is_ok());
}
