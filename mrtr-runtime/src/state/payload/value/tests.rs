#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::state::testing::{json_value, json_without_floats, keeps_order};

fn bytes(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    put_value(&mut out, value).unwrap();
    out
}

fn read(bytes: &[u8]) -> Result<Value, PayloadError> {
    let mut reader = Reader::new(bytes);
    let value = read_value(&mut reader)?;
    reader.end()?;
    Ok(value)
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| json!({ "a": inner }))
}

#[test]
fn integers_are_exact_to_their_ends() {
    for value in [
        json!(0),
        json!(30),
        json!(31),
        json!(32),
        json!(-1),
        json!(-31),
        json!(-32),
        json!(9_007_199_254_740_993_u64),
        json!(i64::MIN),
        json!(i64::MAX),
        json!(u64::MAX),
    ] {
        assert_eq!(read(&bytes(&value)), Ok(value));
    }
}

#[test]
fn floats_are_exact_to_the_last_bit() {
    for float in [
        0.1 + 0.2,
        1.0,
        -0.0,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        1.1e-7,
        123_456.789e20,
    ] {
        let back = read(&bytes(&json!(float))).unwrap();
        assert_eq!(back.as_f64().unwrap().to_bits(), float.to_bits(), "{float}");
    }
}

#[test]
fn a_float_that_is_whole_stays_a_float() {
    assert_eq!(read(&bytes(&json!(2.0))).unwrap().to_string(), "2.0");
}

/// Under `arbitrary_precision` a number is its text.
#[test]
fn numbers_keep_the_spelling_that_serde_json_keeps() {
    for text in [
        "-0",
        "0.0",
        "1.50",
        "1e0",
        "1E+2",
        "123456789012345678901234567890",
        "-1e-400",
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(read(&bytes(&value)).unwrap().to_string(), value.to_string());
    }
}

#[test]
fn a_number_has_one_form() {
    for bytes in [
        &b"\xa11"[..],
        b"\xa201",
        b"\xa3NaN",
        b"\xa3inf",
        b"\xa0",
        b"\xa31. ",
        b"\xa2+1",
        b"\xa2-5",
    ] {
        assert_eq!(read(bytes), Err(PayloadError::Number), "{bytes:?}");
    }
}

#[test]
fn unknown_tags_are_refused() {
    for head in 0..=u8::MAX {
        let known = match head >> 5 {
            CONSTANT => u64::from(head & 31) <= TRUE,
            tag => tag < CONSTANT,
        };
        if !known {
            assert!(read(&[head]).is_err(), "{head}");
        }
    }
    assert_eq!(read(&[7 << 5]), Err(PayloadError::Tag));
    assert_eq!(read(&[CONSTANT << 5 | 3]), Err(PayloadError::Tag));
}

#[test]
fn members_are_distinct() {
    assert_eq!(
        read(b"\x82\x01a\x01\x01a\x02"),
        Err(PayloadError::Duplicate)
    );
}

/// A state survives a change of `preserve_order`, in either direction.
#[test]
fn members_read_in_any_order() {
    let value = read(b"\x82\x01b\x01\x01a\x02").unwrap();
    assert_eq!(value, json!({"a": 2, "b": 1}));
    assert_eq!(value.to_string().starts_with(r#"{"b""#), keeps_order());
    assert_eq!(read(b"\x82\x01a\x02\x01b\x01"), Ok(value));
}

#[test]
fn a_value_is_as_deep_as_serde_json_reads_and_no_deeper() {
    let deepest = nested(MAX_DEPTH);
    assert_eq!(read(&bytes(&deepest)), Ok(deepest));
    assert_eq!(
        put_value(&mut Vec::new(), &nested(MAX_DEPTH + 1)),
        Err(TooDeep)
    );
    assert_eq!(read(&[ARRAY << 5 | 1; 4096]), Err(PayloadError::Depth));
    assert!(
        serde_json::from_str::<Value>(&"[".repeat(MAX_DEPTH))
            .unwrap_err()
            .to_string()
            .contains("recursion")
    );
}

#[test]
fn counts_beyond_the_rest_are_refused() {
    for tag in [TEXT, ARRAY, OBJECT, DECIMAL] {
        let mut out = Vec::new();
        put_head(&mut out, tag, u64::MAX);
        out.extend_from_slice(&[0; 8]);
        assert_eq!(read(&out), Err(PayloadError::Count));
    }
}

#[test]
fn a_key_that_serde_json_keeps_for_itself_is_a_key() {
    let mut members = Map::new();
    members.insert("$serde_json::private::Number".into(), json!("1"));
    let value = Value::Object(members);
    assert_eq!(read(&bytes(&value)), Ok(value));
}

proptest! {
    #[test]
    fn a_value_reads_back_as_itself(value in json_value()) {
        prop_assert_eq!(read(&bytes(&value)), Ok(value));
    }

    #[test]
    fn a_value_takes_no_more_than_its_text(value in json_without_floats()) {
        prop_assert!(size(&value) <= serde_json::to_string(&value).unwrap().len() + 1);
    }

    #[test]
    fn bytes_that_read_are_the_one_form_of_their_value(input in prop::collection::vec(any::<u8>(), 0..40)) {
        if let Ok(value) = read(&input) {
            prop_assert_eq!(read(&bytes(&value)), Ok(value.clone()));
            prop_assert!(!keeps_order() || bytes(&value) == input);
        }
    }
}
