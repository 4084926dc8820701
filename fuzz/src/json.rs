//! Values of JSON out of a fuzzer's bytes.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Number, Value};

/// Texts that mean something to forms, messages and states.
const TEXTS: [&str; 16] = [
    "",
    "a",
    "accept",
    "decline",
    "2026-02-28",
    "2026-02-30",
    "2026-02-28T09:30:00Z",
    "a@example.com",
    "https://example.com",
    "é",
    "e\u{301}",
    "\u{202e}",
    "👩\u{200d}👧",
    "5",
    "null",
    "\0",
];

/// Any value, nested at most `depth` deep.
pub(crate) fn value(u: &mut Unstructured<'_>, depth: u8) -> Result<Value> {
    let kinds = if depth == 0 { 5 } else { 7 };
    Ok(match u.int_in_range(0..=kinds - 1)? {
        0 => Value::Null,
        1 => Value::Bool(u.arbitrary()?),
        2 | 3 => number(u)?.into(),
        4 => text(u)?.into(),
        5 => items(u, depth)?.into(),
        _ => members(u, depth)?.into(),
    })
}

pub(crate) fn number(u: &mut Unstructured<'_>) -> Result<Number> {
    Ok(match u.int_in_range(0..=6)? {
        0 | 1 => u.arbitrary::<i8>()?.into(),
        2 => u.arbitrary::<i64>()?.into(),
        3 => u.arbitrary::<u64>()?.into(),
        4 => (f64::from(u.arbitrary::<i16>()?) / 4.0).to_number(),
        // An integer that is not exact as a double, or one that is.
        5 => (u.arbitrary::<u64>()? as f64).to_number(),
        _ => u.arbitrary::<f64>()?.to_number(),
    })
}

trait ToNumber {
    fn to_number(self) -> Number;
}

impl ToNumber for f64 {
    fn to_number(self) -> Number {
        Number::from_f64(self).unwrap_or_else(|| 0.into())
    }
}

pub(crate) fn text(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match u.int_in_range(0..=2)? {
        0 => (*u.choose(&TEXTS)?).to_owned(),
        1 => u.arbitrary::<char>()?.into(),
        _ => u.arbitrary::<&str>()?.to_owned(),
    })
}

fn items(u: &mut Unstructured<'_>, depth: u8) -> Result<Vec<Value>> {
    (0..u.int_in_range(0..=4)?)
        .map(|_| value(u, depth - 1))
        .collect()
}

pub(crate) fn members(u: &mut Unstructured<'_>, depth: u8) -> Result<Map<String, Value>> {
    (0..u.int_in_range(0..=4)?)
        .map(|_| Ok((text(u)?, value(u, depth - 1)?)))
        .collect()
}
