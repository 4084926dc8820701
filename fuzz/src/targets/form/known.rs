//! Where we and a validator differ on purpose.

use mrtr_runtime::form::{FieldKind, Form, Format};
use serde_json::{Map, Value};

pub(super) fn differs(form: &Form, content: &Map<String, Value>) -> bool {
    form.fields().iter().any(|field| {
        let value = content.get(field.name());
        value.is_some_and(|value| of_field(field.kind(), value))
    })
}

fn of_field(kind: &FieldKind, value: &Value) -> bool {
    match kind {
        FieldKind::Text {
            format: Some(Format::Email | Format::Uri),
            ..
        } => value.is_string(),
        FieldKind::Integer { .. } => is_rounded(value),
        FieldKind::MultiChoice { .. } => repeats(value),
        _ => false,
    }
}

/// A whole number beyond 2^53 must come as its digits.
fn is_rounded(value: &Value) -> bool {
    let Value::Number(number) = value else {
        return false;
    };
    number.is_f64()
        && number
            .as_f64()
            .is_some_and(|double| double.abs() >= 9_007_199_254_740_992.0)
}

/// A choice may stand in a list once.
fn repeats(value: &Value) -> bool {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    (1..list.len()).any(|at| list[..at].contains(&list[at]))
}
