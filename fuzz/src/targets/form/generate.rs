//! Forms, and answers that nearly fit them.

use arbitrary::{Arbitrary, Result, Unstructured};
use mrtr_runtime::form::{ChoiceOption, FieldKind, Form, FormField, Format};
use serde_json::{Map, Value};

use crate::json;

pub(super) fn form(u: &mut Unstructured<'_>) -> Result<Form> {
    let count = u.int_in_range(1..=5)?;
    let fields: Result<Vec<_>> = (0..count).map(|_| field(u)).collect();
    Ok(Form::new(fields?))
}

fn field(u: &mut Unstructured<'_>) -> Result<FormField> {
    let mut field = FormField::new(json::text(u)?, kind(u)?);
    if u.arbitrary()? {
        field = field.titled(json::text(u)?);
    }
    if u.arbitrary()? {
        field = field.described(json::text(u)?);
    }
    Ok(if u.arbitrary()? {
        field
    } else {
        field.optional()
    })
}

const FORMATS: [Format; 4] = [Format::Email, Format::Uri, Format::Date, Format::DateTime];

fn kind(u: &mut Unstructured<'_>) -> Result<FieldKind> {
    Ok(match u.int_in_range(0..=5)? {
        0 => FieldKind::Text {
            min_length: small(u)?,
            max_length: small(u)?,
            format: maybe(u, |u| Ok(*u.choose(&FORMATS)?))?,
            default: maybe(u, json::text)?,
        },
        1 => FieldKind::Integer {
            minimum: maybe(u, whole)?,
            maximum: maybe(u, whole)?,
            default: maybe(u, whole)?,
        },
        2 => FieldKind::Number {
            minimum: maybe(u, double)?,
            maximum: maybe(u, double)?,
            default: maybe(u, double)?,
        },
        3 => FieldKind::Boolean {
            default: u.arbitrary()?,
        },
        4 => FieldKind::Choice {
            options: options(u)?,
            default: maybe(u, json::text)?,
        },
        _ => FieldKind::MultiChoice {
            options: options(u)?,
            min_items: small(u)?,
            max_items: small(u)?,
            default: None,
        },
    })
}

fn maybe<T>(
    u: &mut Unstructured<'_>,
    make: impl FnOnce(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Option<T>> {
    if u.arbitrary()? {
        make(u).map(Some)
    } else {
        Ok(None)
    }
}

fn small(u: &mut Unstructured<'_>) -> Result<Option<u32>> {
    maybe(u, |u| u.int_in_range(0..=5))
}

fn whole(u: &mut Unstructured<'_>) -> Result<i128> {
    Ok(match u.int_in_range(0..=3)? {
        0 => i128::from(i8::arbitrary(u)?),
        1 => i128::from(i64::arbitrary(u)?),
        2 => i128::from(u64::arbitrary(u)?),
        _ => i128::arbitrary(u)?,
    })
}

fn double(u: &mut Unstructured<'_>) -> Result<f64> {
    Ok(match u.int_in_range(0..=1)? {
        0 => f64::from(i8::arbitrary(u)?) / 2.0,
        _ => f64::arbitrary(u)?,
    })
}

/// Their values differ, as the derive and `ask_pick!` see to.
fn options(u: &mut Unstructured<'_>) -> Result<Vec<ChoiceOption>> {
    let mut options: Vec<ChoiceOption> = Vec::new();
    for _ in 0..u.int_in_range(1..=4)? {
        let value = json::text(u)?;
        let title = maybe(u, json::text)?.unwrap_or_else(|| value.clone());
        if options.iter().all(|option| option.value() != value) {
            options.push(ChoiceOption::new(value, title));
        }
    }
    Ok(options)
}

pub(crate) fn content(form: &Form, u: &mut Unstructured<'_>) -> Result<Map<String, Value>> {
    let mut content = Map::new();
    for field in form.fields() {
        if let Some(value) = entry(field.kind(), u)? {
            content.insert(field.name().to_owned(), value);
        }
    }
    if u.ratio(1, 8)? {
        content.insert(json::text(u)?, json::value(u, 2)?);
    }
    Ok(content)
}

fn entry(kind: &FieldKind, u: &mut Unstructured<'_>) -> Result<Option<Value>> {
    Ok(match u.int_in_range(0..=9)? {
        0 => None,
        1 => Some(json::value(u, 2)?),
        _ => Some(fitting(kind, u)?),
    })
}

fn fitting(kind: &FieldKind, u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match kind {
        FieldKind::Integer {
            minimum: Some(bound),
            ..
        }
        | FieldKind::Integer {
            maximum: Some(bound),
            ..
        } if u.arbitrary()? => near(*bound, u)?,
        FieldKind::Integer { .. } | FieldKind::Number { .. } => json::number(u)?.into(),
        FieldKind::Boolean { .. } => u.arbitrary::<bool>()?.into(),
        FieldKind::Choice { options, .. } => chosen(options, u)?,
        FieldKind::MultiChoice { options, .. } => (0..u.int_in_range(0..=4)?)
            .map(|_| chosen(options, u))
            .collect::<Result<Value>>()?,
        _ => json::text(u)?.into(),
    })
}

fn near(bound: i128, u: &mut Unstructured<'_>) -> Result<Value> {
    let number = bound.saturating_add(u.int_in_range(-1..=1)?);
    Ok(match (u64::try_from(number), i64::try_from(number)) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => (number as f64).into(),
    })
}

fn chosen(options: &[ChoiceOption], u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match u.choose(options) {
        Ok(option) => option.value().into(),
        Err(_) => json::text(u)?.into(),
    })
}
