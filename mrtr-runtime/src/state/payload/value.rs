//! JSON values in binary, because JSON text does not always read back as the same value: serde_json
//! rounds some floats when it reads them, and a captured float must not change between two rounds.
//!
//! A head byte holds a tag in its upper three bits and a number in its lower five; 31 there means
//! that the rest of the number follows. Numbers other than integers of 64 bits are their text.

use serde_json::{Map, Number, Value};

use super::{
    PayloadError,
    bytes::{Reader, put_text, put_varint},
};

/// Containers inside of each other, as many as serde_json reads.
pub(super) const MAX_DEPTH: usize = 128;

const UNSIGNED: u8 = 0;
/// -1 minus the number.
const NEGATIVE: u8 = 1;
const TEXT: u8 = 2;
const ARRAY: u8 = 3;
const OBJECT: u8 = 4;
const DECIMAL: u8 = 5;
const CONSTANT: u8 = 6;

const NULL: u64 = 0;
const FALSE: u64 = 1;
const TRUE: u64 = 2;

const IN_HEAD: u64 = 31;

/// A value nested deeper than [`MAX_DEPTH`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooDeep;

pub(super) fn put_value(out: &mut Vec<u8>, value: &Value) -> Result<(), TooDeep> {
    put_nested(out, value, MAX_DEPTH)
}

fn put_nested(out: &mut Vec<u8>, value: &Value, depth: usize) -> Result<(), TooDeep> {
    match value {
        Value::Null => put_head(out, CONSTANT, NULL),
        Value::Bool(false) => put_head(out, CONSTANT, FALSE),
        Value::Bool(true) => put_head(out, CONSTANT, TRUE),
        Value::Number(number) => put_number(out, number),
        Value::String(text) => put_bytes(out, TEXT, text),
        Value::Array(items) => put_array(out, items, inner(depth)?)?,
        Value::Object(members) => put_object(out, members, inner(depth)?)?,
    }
    Ok(())
}

fn inner(depth: usize) -> Result<usize, TooDeep> {
    depth.checked_sub(1).ok_or(TooDeep)
}

fn put_array(out: &mut Vec<u8>, items: &[Value], depth: usize) -> Result<(), TooDeep> {
    put_head(out, ARRAY, items.len() as u64);
    items
        .iter()
        .try_for_each(|item| put_nested(out, item, depth))
}

fn put_object(
    out: &mut Vec<u8>,
    members: &Map<String, Value>,
    depth: usize,
) -> Result<(), TooDeep> {
    put_head(out, OBJECT, members.len() as u64);
    members.iter().try_for_each(|(key, value)| {
        put_text(out, key);
        put_nested(out, value, depth)
    })
}

fn put_number(out: &mut Vec<u8>, number: &Number) {
    match integer(number) {
        Some((tag, magnitude)) => put_head(out, tag, magnitude),
        None => put_bytes(out, DECIMAL, &number.to_string()),
    }
}

/// Tag and magnitude of an integer of 64 bits in its plain spelling; under `arbitrary_precision`
/// there are others, such as `-0`.
fn integer(number: &Number) -> Option<(u8, u64)> {
    if let Some(unsigned) = number.as_u64() {
        return (Number::from(unsigned) == *number).then_some((UNSIGNED, unsigned));
    }
    let signed = number.as_i64()?;
    (Number::from(signed) == *number).then_some((NEGATIVE, !signed as u64))
}

fn put_bytes(out: &mut Vec<u8>, tag: u8, text: &str) {
    put_head(out, tag, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

fn put_head(out: &mut Vec<u8>, tag: u8, number: u64) {
    out.push(tag << 5 | number.min(IN_HEAD) as u8);
    if let Some(more) = number.checked_sub(IN_HEAD) {
        put_varint(out, more);
    }
}

pub(super) fn read_value(reader: &mut Reader<'_>) -> Result<Value, PayloadError> {
    read_nested(reader, MAX_DEPTH)
}

fn read_nested(reader: &mut Reader<'_>, depth: usize) -> Result<Value, PayloadError> {
    let (tag, number) = read_head(reader)?;
    match tag {
        UNSIGNED => Ok(number.into()),
        NEGATIVE => read_negative(number),
        TEXT => Ok(read_text(reader, number)?.into()),
        ARRAY => read_array(reader, number, deeper(depth)?),
        OBJECT => read_object(reader, number, deeper(depth)?),
        DECIMAL => read_decimal(read_text(reader, number)?),
        CONSTANT => read_constant(number),
        _ => Err(PayloadError::Tag),
    }
}

fn deeper(depth: usize) -> Result<usize, PayloadError> {
    depth.checked_sub(1).ok_or(PayloadError::Depth)
}

fn read_head(reader: &mut Reader<'_>) -> Result<(u8, u64), PayloadError> {
    let head = reader.byte()?;
    let (tag, number) = (head >> 5, u64::from(head) & IN_HEAD);
    if number < IN_HEAD {
        return Ok((tag, number));
    }
    let number = IN_HEAD
        .checked_add(reader.varint()?)
        .ok_or(PayloadError::Number)?;
    Ok((tag, number))
}

fn read_negative(magnitude: u64) -> Result<Value, PayloadError> {
    let magnitude = i64::try_from(magnitude).map_err(|_| PayloadError::Number)?;
    Ok((!magnitude).into())
}

fn read_constant(number: u64) -> Result<Value, PayloadError> {
    match number {
        NULL => Ok(Value::Null),
        FALSE => Ok(Value::Bool(false)),
        TRUE => Ok(Value::Bool(true)),
        _ => Err(PayloadError::Tag),
    }
}

fn read_text<'b>(reader: &mut Reader<'b>, length: u64) -> Result<&'b str, PayloadError> {
    let length = reader.bounded(length, 1)?;
    reader.utf8(length)
}

/// The number that is written exactly like this, and not as an integer.
fn read_decimal(text: &str) -> Result<Value, PayloadError> {
    let float = text.parse::<f64>().ok().and_then(Number::from_f64);
    let number = float
        .filter(|float| float.to_string() == text)
        .or_else(|| {
            text.parse::<Number>()
                .ok()
                .filter(|number| number.to_string() == text)
        })
        .ok_or(PayloadError::Number)?;
    if integer(&number).is_some() {
        return Err(PayloadError::Number);
    }
    Ok(Value::Number(number))
}

fn read_array(reader: &mut Reader<'_>, count: u64, depth: usize) -> Result<Value, PayloadError> {
    let count = reader.bounded(count, 1)?;
    (0..count).map(|_| read_nested(reader, depth)).collect()
}

/// Members stand in the order of the build that wrote them. One that sorts its maps (serde_json without
/// `preserve_order`) takes them in any order, so that a state survives a change of that feature.
fn read_object(reader: &mut Reader<'_>, count: u64, depth: usize) -> Result<Value, PayloadError> {
    let count = reader.bounded(count, 2)?;
    let mut members = Map::new();
    for _ in 0..count {
        let key = reader.text()?;
        if members
            .insert(key.to_owned(), read_nested(reader, depth)?)
            .is_some()
        {
            return Err(PayloadError::Duplicate);
        }
    }
    Ok(Value::Object(members))
}

/// How many bytes a value takes; none where it is nested too deeply to be written.
pub(super) fn size(value: &Value) -> usize {
    let mut out = Vec::new();
    put_value(&mut out, value).map_or(0, |()| out.len())
}

#[cfg(test)]
mod tests;
