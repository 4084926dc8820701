#![allow(clippy::unwrap_used)]
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::{Choice, Elicit};

#[derive(Elicit, Debug, PartialEq)]
#[elicit(fill)]
#[serde(rename_all = "camelCase")]
struct Everything {
    #[elicit(min_length = 1, max_length = 6, default = "x")]
    some_text: String,
    #[elicit(format = "date")]
    day: Option<String>,
    small: i8,
    least: i64,
    #[elicit(max = MOST, default = 7)]
    most: Option<u64>,
    single: f32,
    #[elicit(min = -2.5, max = 1e300)]
    double: Option<f64>,
    #[elicit(default = true)]
    yes: Option<bool>,
    #[serde(rename = "type")]
    choice: Size,
    #[elicit(min_items = 1)]
    several: Option<Vec<Size>>,
    alias: Maybe,
}

const MOST: u64 = 18_000_000_000_000_000_000;

type Maybe = Option<u8>;

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
enum Size {
    #[choice(title = "Small one")]
    VerySmall,
    Large,
}

fn sizes() -> impl Strategy<Value = Value> {
    let sizes = proptest::sample::subsequence(vec!["LARGE", "VERY-SMALL"], 1..=2);
    sizes.prop_shuffle().prop_map(|sizes| json!(sizes))
}

/// Right answers: what may be left out is left out now and then.
fn contents() -> impl Strategy<Value = Map<String, Value>> {
    let fields = vec![
        ("someText", "\\PC{1,6}".prop_map(Value::from).boxed()),
        ("day", Just(json!("2026-02-28")).boxed()),
        ("small", any::<i8>().prop_map(Value::from).boxed()),
        ("least", any::<i64>().prop_map(Value::from).boxed()),
        ("most", (0..=MOST).prop_map(Value::from).boxed()),
        (
            "single",
            any::<f32>()
                .prop_map(|number| json!(f64::from(number)))
                .boxed(),
        ),
        ("double", (-2.5..=1e300).prop_map(Value::from).boxed()),
        ("yes", any::<bool>().prop_map(Value::from).boxed()),
        (
            "type",
            proptest::sample::select(vec!["LARGE", "VERY-SMALL"])
                .prop_map(Value::from)
                .boxed(),
        ),
        ("several", sizes().boxed()),
        ("alias", any::<u8>().prop_map(Value::from).boxed()),
    ];
    let required = ["someText", "small", "least", "single", "type"];
    let fields = fields.into_iter().map(|(name, value)| {
        let given = prop_oneof![3 => Just(true), 1 => Just(required.contains(&name))];
        (value, given).prop_map(move |(value, given)| given.then(|| (name.to_owned(), value)))
    });
    fields
        .collect::<Vec<_>>()
        .prop_map(|members| members.into_iter().flatten().collect())
}

/// What a client shows in the fields.
fn shown(form: &Form) -> Map<String, Value> {
    let fields = form.fields().iter().map(|field| {
        let schema = serde_json::to_value(field).unwrap();
        Some((field.name().to_owned(), schema.get("default")?.clone()))
    });
    fields.flatten().collect()
}

proptest! {
    #[test]
    fn what_was_decoded_and_is_accepted_unchanged_is_the_same_value(content in contents()) {
        let value = Everything::decode(&content).unwrap();
        let entries = Everything::entries(&value);
        let form = Everything::form().clone().filled_with(&entries);
        prop_assert_eq!(&shown(&form), &entries, "all of it fits");
        prop_assert_eq!(Everything::decode(&shown(&form)).unwrap(), value);
    }

    #[test]
    fn a_single_comes_back_whatever_it_is(bits in any::<u32>()) {
        let single = f32::from_bits(bits);
        prop_assume!(single.is_finite());
        let content = f32::entries(&single);
        prop_assert_eq!(f32::decode(&content).unwrap().to_bits(), single.to_bits());
    }
}

#[test]
fn a_single_is_shown_as_it_is_written() {
    assert_eq!(0.1_f32.to_entry(), Some(json!(0.1)));
    assert_eq!(f32::MAX.to_entry(), Some(json!(3.402_823_5e38)));
}

#[test]
fn what_is_not_finite_is_no_entry() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(number.to_entry(), None);
    }
    assert_eq!(
        (f32::NAN.to_entry(), f32::INFINITY.to_entry()),
        (None, None)
    );
}
