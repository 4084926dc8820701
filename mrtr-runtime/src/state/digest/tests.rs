#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::{
    collections::{BTreeMap, HashMap},
    thread,
};

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::state::testing::json_without_floats;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn operation(arguments: &str) -> Digest {
    let Value::Object(map) = parsed(arguments) else {
        panic!("not an object: {arguments}")
    };
    operation_digest("tools/call", "pay", Some(&map), 32).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn spelling_of_numbers_makes_no_difference() {
    assert_eq!(operation(r#"{"n":1}"#), operation(r#"{"n":1.0}"#));
    assert_eq!(operation(r#"{"n":1}"#), operation(r#"{"n":1e0}"#));
    assert_eq!(operation(r#"{"n":-0}"#), operation(r#"{"n":0}"#));
    assert_eq!(operation(r#"{"n":-0.0}"#), operation(r#"{"n":0}"#));
    assert_eq!(operation(r#"{"n":1500}"#), operation(r#"{"n":1.5e3}"#));
}

#[test]
fn integers_are_exact() {
    assert_ne!(
        operation(r#"{"n":9007199254740993}"#),
        operation(r#"{"n":9007199254740992}"#)
    );
    assert_ne!(
        operation(r#"{"n":18446744073709551615}"#),
        operation(r#"{"n":18446744073709551614}"#)
    );
    assert_ne!(
        operation(r#"{"n":-9223372036854775808}"#),
        operation(r#"{"n":-9223372036854775807}"#)
    );
}

#[test]
fn a_double_is_the_integer_that_it_is_equal_to_and_no_other() {
    let digest = |text: &str| operation(&format!("{{\"n\":{text}}}"));
    for (integer, double, shortest) in [
        (
            "9223372036854775808",
            "9223372036854775808.0",
            "9223372036854776000",
        ),
        (
            "-36028797018963968",
            "-36028797018963968e0",
            "-36028797018963970",
        ),
        (
            "18446744073709549568",
            "1844674407370954956.8e1",
            "18446744073709550000",
        ),
        (
            "36028797018963968",
            "36028797018963968.000",
            "36028797018963970",
        ),
        ("9007199254740992", "9007199254740992.0", "9007199254740993"),
    ] {
        assert_eq!(digest(integer), digest(double), "{double}");
        assert_ne!(digest(shortest), digest(double), "{double}");
    }
    // From here on an integer is an `f64` too, if serde_json does not keep it.
    assert_eq!(
        digest("18446744073709551616"),
        digest("18446744073709551616.0")
    );
    assert_ne!(
        digest("18446744073709551615"),
        digest("18446744073709551616")
    );
}

/// Only `arbitrary_precision` keeps them; other builds round them before any digest.
#[test]
fn integers_of_any_length_are_exact_where_serde_json_keeps_them() {
    let (one, two) = (
        "123456789012345678901234567890",
        "123456789012345678901234567891",
    );
    let read_back = parsed(one).to_string();
    let kept = read_back == one;
    let digest = |text: &str| operation(&format!("{{\"n\":{text}}}"));
    assert_eq!(digest(one) != digest(two), kept);
    assert_eq!(digest(one), digest(&format!("{one}.0")));
}

#[test]
fn key_order_makes_no_difference() {
    assert_eq!(
        operation(r#"{"a":1,"b":{"y":[1,2],"x":null}}"#),
        operation(r#"{"b":{"x":null,"y":[1,2]},"a":1}"#)
    );
}

#[test]
fn item_order_matters() {
    assert_ne!(operation(r#"{"a":[1,2]}"#), operation(r#"{"a":[2,1]}"#));
}

#[test]
fn absent_arguments_are_the_empty_object() {
    let absent = operation_digest("tools/call", "pay", None, 32).unwrap();
    assert_eq!(absent, operation("{}"));
}

#[test]
fn null_is_not_absent() {
    assert_ne!(operation(r#"{"a":null}"#), operation("{}"));
}

#[test]
fn text_is_not_normalized() {
    assert_ne!(
        operation("{\"a\":\"\u{e9}\"}"),
        operation("{\"a\":\"e\u{301}\"}")
    );
    assert_ne!(operation(r#"{"a":"A"}"#), operation(r#"{"a":"a"}"#));
    assert_eq!(operation(r#"{"a":"\u0041"}"#), operation(r#"{"a":"A"}"#));
}

#[test]
fn types_that_print_alike_differ() {
    let texts = [
        r#"{"a":1}"#,
        r#"{"a":"1"}"#,
        r#"{"a":[1]}"#,
        r#"{"a":true}"#,
        r#"{"a":"true"}"#,
        r#"{"a":[]}"#,
        r#"{"a":{}}"#,
        r#"{"a":null}"#,
        r#"{"a":"null"}"#,
        r#"{"a":""}"#,
        r#"{"a":[[]]}"#,
        r#"{"a":[],"b":[]}"#,
        r#"{"a":{"b":[]}}"#,
        r#"{"":{"a":1}}"#,
    ];
    for (at, left) in texts.iter().enumerate() {
        for right in &texts[at + 1..] {
            assert_ne!(operation(left), operation(right), "{left} {right}");
        }
    }
}

#[test]
fn a_part_cannot_move_from_one_field_to_the_next() {
    let digest = |method, target| operation_digest(method, target, None, 32).unwrap();
    assert_ne!(digest("tools/call", "x"), digest("tools/callx", ""));
    assert_ne!(digest("tools/call", "x"), digest("prompts/get", "x"));
    assert_ne!(
        value_digest("a", &json!("bc")),
        value_digest("ab", &json!("c"))
    );
}

#[test]
fn arguments_may_be_as_deep_as_the_limit_and_no_deeper() {
    let Value::Object(map) = parsed(r#"{"a":[[1]]}"#) else {
        panic!()
    };
    assert!(operation_digest("m", "t", Some(&map), 3).is_ok());
    assert_eq!(
        operation_digest("m", "t", Some(&map), 2),
        Err(TooDeep { limit: 2 })
    );
}

#[test]
fn a_value_of_ours_may_be_deeper_than_the_stack() {
    let deep = (0..2_000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    let digest = thread::scope(|scope| {
        let small = thread::Builder::new().stack_size(64 * 1024);
        let walk = small
            .spawn_scoped(scope, || value_digest("deep", &deep))
            .unwrap();
        walk.join().unwrap()
    });
    assert_ne!(digest, value_digest("deep", &json!([1])));
}

#[test]
fn what_an_author_gives_is_digested_in_any_map_order() {
    let hashed: HashMap<_, _> = (0..50).map(|n| (format!("k{n}"), n)).collect();
    let sorted: BTreeMap<_, _> = hashed.clone().into_iter().collect();
    assert_eq!(
        serialize_digest("of", &hashed).unwrap(),
        serialize_digest("of", &sorted).unwrap()
    );
    assert_ne!(
        serialize_digest("of", "x").unwrap(),
        serialize_digest("about", "x").unwrap()
    );
    assert_eq!(
        serialize_digest("of", &(1, "x")).unwrap(),
        serialize_digest("of", &json!([1, "x"])).unwrap()
    );
}

#[test]
fn what_does_not_serialize_is_an_error() {
    let bad: HashMap<(u8, u8), u8> = [((1, 2), 3)].into();
    assert!(serialize_digest("of", &bad).is_err());
}

#[test]
fn the_short_digest_is_the_head_of_the_full_one() {
    let mut hasher = Hasher::new("t");
    hasher.field(b"x");
    assert_eq!(hasher.short(), hasher.finish()[..16]);
}

/// A changed digest would end every open flow at the next deploy.
#[test]
fn digests_never_change() {
    assert_eq!(
        hex(&operation(
            r#"{"amount":-1.50,"to":"\u00e9","tags":[null,true,{}]}"#
        )),
        OPERATION
    );
}

const OPERATION: &str = "05f43e4698be842faab0c14a236915758ec9bd0f7bbf9259c3d1b1eae0e6992b";

proptest! {
    #[test]
    fn a_value_read_back_from_its_text_has_the_same_digest(value in json_without_floats()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(value_digest("t", &parsed(&text)), value_digest("t", &value));
    }

    #[test]
    fn values_have_one_digest_exactly_if_they_are_equal(
        left in json_without_floats(),
        right in json_without_floats(),
    ) {
        prop_assert_eq!(left == right, value_digest("t", &left) == value_digest("t", &right));
    }
}
