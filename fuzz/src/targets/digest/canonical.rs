//! One text for all values that are equal, made slowly and in another way than the product's digest.

use serde_json::{Map, Number, Value};

/// Whether serde_json keeps numbers as they came.
pub(super) const KEEPS_NUMBERS: bool = cfg!(feature = "arbitrary_precision");

pub(super) fn canonical(arguments: &Map<String, Value>) -> String {
    object(arguments)
}

/// Containers inside of each other.
pub(super) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(depth).max().unwrap_or(0) + 1,
        Value::Object(members) => members.values().map(depth).max().unwrap_or(0) + 1,
        _ => 0,
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Number(number) => plain(&exact(number)),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(text).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => object(members),
        other => other.to_string(),
    }
}

fn object(members: &Map<String, Value>) -> String {
    let mut members: Vec<_> = members
        .iter()
        .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), text(value)))
        .collect();
    members.sort();
    format!("{{{}}}", members.join(","))
}

/// All the digits that a number has.
fn exact(number: &Number) -> String {
    match number.as_f64() {
        // No double has more behind its point.
        Some(double) if number.is_f64() && !KEEPS_NUMBERS => format!("{double:.1074}"),
        _ => number.to_string(),
    }
}

/// A number as `0.digits` and the power of ten behind them, digit by digit: no zeros at either end.
fn plain(number: &str) -> String {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa),
    };
    let mut point = mantissa.find('.').unwrap_or(mantissa.len()) as i128;
    let mut digits: Vec<char> = mantissa.chars().filter(|c| *c != '.').collect();
    while digits.first() == Some(&'0') {
        digits.remove(0);
        point -= 1;
    }
    while digits.last() == Some(&'0') {
        digits.pop();
    }
    if digits.is_empty() {
        return "0".to_owned();
    }
    let digits = digits.into_iter().collect::<String>();
    let last = point - digits.len() as i128;
    match exponent.parse::<i64>().map(i128::from) {
        Ok(exponent) if i64::try_from(exponent + last).is_ok() => {
            format!("{sign}0.{digits}e{}", exponent + point)
        }
        // Only under `arbitrary_precision`: no other spelling of such an exponent is taken for equal.
        _ => format!("{sign}0.{digits}e{exponent}+{point}"),
    }
}
