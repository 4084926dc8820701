//! What people who build forms ran into, each case by its number.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use mrtr_runtime::form::Violations;
use mrtr_runtime::{Choice, Elicit};
use serde_json::{Value, json};

fn schema<T: Elicit>() -> Value {
    serde_json::to_value(T::form()).unwrap()
}

fn property<T: Elicit>(name: &str) -> Value {
    schema::<T>()["properties"][name].clone()
}

fn decode<T: Elicit>(content: &Value) -> Result<T, Violations> {
    T::decode(content.as_object().unwrap())
}

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
enum Size {
    Small,
    Large,
}

#[derive(Choice, Debug, PartialEq)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
enum Speed {
    VerySlow,
    #[serde(rename = "ludicrous")]
    VeryFast,
}

#[derive(Elicit, Debug, PartialEq)]
struct Cup {
    size: Size,
    speed: Speed,
}

#[test]
fn a01_an_enum_is_a_field_inline_and_decodes_to_its_variant() {
    let size = json!({"type": "string", "enum": ["Small", "Large"]});
    assert_eq!(property::<Cup>("size"), size);
    let speed = json!({"type": "string", "enum": ["VERY-SLOW", "ludicrous"]});
    assert_eq!(property::<Cup>("speed"), speed);
    let text = schema::<Cup>().to_string();
    assert!(!text.contains("$ref") && !text.contains("$defs"));
    let cup = decode(&json!({"size": "Large", "speed": "ludicrous"}));
    let (size, speed) = (Size::Large, Speed::VeryFast);
    assert_eq!(cup, Ok(Cup { size, speed }));
}

#[derive(Elicit, Debug, PartialEq)]
struct Plain {
    nick: String,
    size: Size,
    n: u32,
    list: Vec<Size>,
}

#[derive(Elicit, Debug, PartialEq)]
struct Optional {
    nick: Option<String>,
    size: Option<Size>,
    n: Option<u32>,
    list: Option<Vec<Size>>,
}

#[test]
fn a03_an_optional_field_is_the_same_field_and_only_not_required() {
    assert_eq!(
        schema::<Optional>()["properties"],
        schema::<Plain>()["properties"]
    );
    assert_eq!(schema::<Optional>()["required"], json!([]));
    let none = Optional {
        nick: None,
        size: None,
        n: None,
        list: None,
    };
    let nulls = json!({"nick": null, "size": null, "n": null, "list": null});
    assert_eq!(decode(&nulls).as_ref(), Ok(&none));
    assert_eq!(decode(&json!({})).as_ref(), Ok(&none));
    let cleared: Optional = decode(&json!({"nick": ""})).unwrap();
    assert_eq!(
        cleared.nick.as_deref(),
        Some(""),
        "no `min_length` forbids it"
    );
}

#[derive(Elicit)]
#[allow(dead_code, reason = "only its schema is looked at")]
struct Numbers {
    n: u32,
    small: i8,
    long: i64,
    f: f32,
    d: f64,
}

#[test]
fn a04_a12_numbers_have_no_format_and_the_range_of_their_type() {
    let n = json!({"type": "integer", "minimum": 0, "maximum": u32::MAX});
    assert_eq!(property::<Numbers>("n"), n);
    let small = json!({"type": "integer", "minimum": -128, "maximum": 127});
    assert_eq!(property::<Numbers>("small"), small);
    let long = json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX});
    assert_eq!(property::<Numbers>("long"), long);
    assert_eq!(property::<Numbers>("f"), json!({"type": "number"}));
    assert_eq!(property::<Numbers>("d"), json!({"type": "number"}));
}

#[derive(Elicit)]
#[allow(dead_code, reason = "only its schema is looked at")]
struct Declared {
    zeta: Option<String>,
    alpha: String,
    /// Middle
    mid: bool,
}

#[test]
fn a08_the_order_on_the_wire_is_that_of_the_declaration() {
    assert_eq!(
        serde_json::to_string(Declared::form()).unwrap(),
        concat!(
            r#"{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"},"#,
            r#""mid":{"type":"boolean","title":"Middle"}},"required":["alpha","mid"]}"#
        )
    );
}

#[derive(Choice, Debug, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Scope {
    Read,
    Write,
}

#[derive(Elicit, Debug, PartialEq)]
struct Access {
    #[elicit(default = [Scope::Read])]
    scopes: Vec<Scope>,
    #[elicit(default = Scope::Write)]
    scope: Scope,
    #[elicit(default = "eu")]
    region: String,
    #[serde(default = "ten")]
    #[elicit(default = 7)]
    days: u8,
}

const fn ten() -> u8 {
    10
}

#[test]
fn a09_a_default_fills_in_the_form_and_is_never_an_answer() {
    let default = |name: &str| property::<Access>(name)["default"].clone();
    assert_eq!(default("scopes"), json!(["read"]));
    assert_eq!(default("scope"), json!("write"));
    assert_eq!(default("region"), json!("eu"));
    assert_eq!(default("days"), json!(7));
    let missing = decode::<Access>(&json!({})).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "`scopes` is missing; `scope` is missing; `region` is missing"
    );
    let sent = json!({"scopes": [], "scope": "read", "region": "us"});
    assert_eq!(decode::<Access>(&sent).unwrap().days, 10);
}
