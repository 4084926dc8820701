//! One of the many texts that parse as the same value.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Number, Value};

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

/// Beyond 2^53 a point or an exponent makes another number, since it is read as a double.
const EXACT: u64 = 1 << 53;

fn spell_number(number: &Number, u: &mut Unstructured<'_>) -> Result<String> {
    let text = number.to_string();
    let is_small = number
        .as_i64()
        .is_some_and(|whole| whole.unsigned_abs() <= EXACT);
    if !is_small {
        return Ok(match (number.is_f64(), u.ratio(1, 2)?) {
            (true, true) => format!("{:e}", number.as_f64().unwrap()),
            _ => text,
        });
    }
    let zeros = u.int_in_range(1..=3_usize)?;
    Ok(match u.int_in_range(0..=4)? {
        0 => format!("{text}.{}", "0".repeat(zeros)),
        1 => format!("{text}e0"),
        2 if text != "0" => format!("{text}{}E-{zeros}", "0".repeat(zeros)),
        3 if text == "0" => "-0.0".to_owned(),
        _ => text,
    })
}
