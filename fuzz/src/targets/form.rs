//! Forms: what is sent is inside the specification's restricted schema, and what is taken is what a JSON Schema validator
//! takes.

mod formats;
mod generate;
mod known;

use std::sync::LazyLock;

use arbitrary::Unstructured;
use jsonschema::{Draft, Validator};
use mrtr_runtime::form::Form;
use mrtr_runtime::fuzzing::{filled_in, kept};
use serde_json::{Map, Value};

pub(crate) use self::generate::content;

/// `PrimitiveSchemaDefinition` of MCP 2026-07-28, and the object around it.
static RESTRICTED: LazyLock<Validator> = LazyLock::new(|| {
    let schema =
        include_str!("../../../mrtr-runtime/src/form/spec/primitive-schema-definition.json");
    validator(&serde_json::from_str(schema).unwrap())
});

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// Checks one input.
pub fn check(data: &[u8]) {
    if let Some((b'@', text)) = data.split_first() {
        return std::str::from_utf8(text).map_or((), formats::check);
    }
    let mut u = Unstructured::new(data);
    let Ok(form) = generate::form(&mut u) else {
        return;
    };
    let schema = sent(&form);
    let theirs = validator(&schema);
    while let Ok(content) = content(&form, &mut u) {
        compare(&form, &content, &theirs);
        keep(&form, &content);
        if u.is_empty() {
            break;
        }
    }
}

fn sent(form: &Form) -> Value {
    let text = serde_json::to_string(form).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert!(RESTRICTED.is_valid(&schema), "{text}");
    assert_eq!(Value::from(form.schema()), schema);
    schema
}

fn compare(form: &Form, content: &Map<String, Value>, theirs: &Validator) {
    if known::differs(form, content) {
        return;
    }
    let ours = form.read(content);
    let theirs = theirs.is_valid(&Value::Object(without_null(content)));
    let (schema, content) = (sent(form), Value::Object(content.clone()));
    assert_eq!(ours.is_ok(), theirs, "{content} for {schema}: {ours:?}");
}

/// Null counts as absent.
fn without_null(content: &Map<String, Value>) -> Map<String, Value> {
    let mut content = content.clone();
    content.retain(|_, value| !value.is_null());
    content
}

/// What is kept of an answer is taken or refused as the answer is, and so is the form that is asked again.
fn keep(form: &Form, content: &Map<String, Value>) {
    let kept = kept(form, content);
    let verdict = format!("{:?}", form.read(content));
    assert_eq!(format!("{:?}", form.read(&kept)), verdict, "{kept:?}");
    let again = filled_in(form, content);
    sent(&again);
    assert_eq!(
        format!("{:?}", again.read(content).is_ok()),
        format!("{:?}", form.read(content).is_ok())
    );
}
