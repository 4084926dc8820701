//! One of the many texts that parse as the same value.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Number, Value};

use super::canonical::KEEPS_NUMBERS;

pub(super) fn spell(arguments: &Map<String, Value>, u: &mut Unstructured<'_>) -> Result<String> {
    object(arguments, u)
}

fn any(value: &Value, u: &mut Unstructured<'_>) -> Result<String> {
    let space = u.choose(&["", " ", "\n\t"])?;
    let text = match value {
        Value::Number(number) => spell_number(number, u)?,
        Value::String(text) => string(text, u)?,
        Value::Array(values) => {
            let items: Result<Vec<_>> = values.iter().map(|value| any(value, u)).collect();
            format!("[{space}{}]", items?.join(","))
        }
        Value::Object(members) => object(members, u)?,
        other => other.to_string(),
    };
    Ok(format!("{space}{text}{space}"))
}

fn object(members: &Map<String, Value>, u: &mut Unstructured<'_>) -> Result<String> {
    let mut texts = Vec::new();
    for (key, value) in members {
        let member = format!("{}:{}", string(key, u)?, any(value, u)?);
        texts.insert(u.int_in_range(0..=texts.len())?, member);
    }
    Ok(format!("{{{}}}", texts.join(",")))
}

/// Each character as itself or by its number.
fn string(text: &str, u: &mut Unstructured<'_>) -> Result<String> {
    let mut spelt = String::from("\"");
    for c in text.chars() {
        if u.ratio(1, 4)? || c < ' ' || c == '"' || c == '\\' {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                spelt += &format!("\\u{unit:04X}");
            }
        } else {
            spelt.push(c);
        }
    }
    Ok(spelt + "\"")
}

fn spell_number(number: &Number, u: &mut Unstructured<'_>) -> Result<String> {
    let Some(whole) = whole(number) else {
        return Ok(match (number.is_f64(), u.ratio(1, 2)?) {
            (true, true) if !KEEPS_NUMBERS => format!("{:e}", number.as_f64().unwrap()),
            _ => number.to_string(),
        });
    };
    let zeros = u.int_in_range(1..=3_usize)?;
    Ok(match u.int_in_range(0..=4)? {
        0 => format!("{whole}.{}", "0".repeat(zeros)),
        1 => format!("{whole}e0"),
        2 if whole != 0 => format!("{whole}{}E-{zeros}", "0".repeat(zeros)),
        3 if whole == 0 => "-0.0".to_owned(),
        _ => whole.to_string(),
    })
}

/// The integer that a number is, if it is the same with a point or an exponent, with which it is read as a double.
fn whole(number: &Number) -> Option<i128> {
    let integer = number.as_i64().map(i128::from);
    if let Some(whole) = integer.or(number.as_u64().map(i128::from)) {
        return (KEEPS_NUMBERS || whole as f64 as i128 == whole).then_some(whole);
    }
    let double = number.as_f64().filter(|_| !KEEPS_NUMBERS)?;
    (double.fract() == 0.0 && double.abs() < 2_f64.powi(64)).then_some(double as i128)
}
