//! The check of one value against one field, which is also the first half of its decoding.

use serde_json::{Number, Value};

use super::{Bound, ChoiceOption, FieldKind, Rule, formats, numbers};

/// A value of an answer that fits its field.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer<'a> {
    /// Of a [text](FieldKind::Text) field.
    Text(&'a str),
    /// Of an [integer](FieldKind::Integer) field.
    Integer(i128),
    /// Of a [number](FieldKind::Number) field; finite.
    Number(f64),
    /// Of a [boolean](FieldKind::Boolean) field.
    Boolean(bool),
    /// The value of the option that was chosen.
    Choice(&'a str),
    /// The values of the options that were chosen, in the client's order.
    Choices(Vec<&'a str>),
}

impl FieldKind {
    /// The value as an answer to a field of this kind, or the first rule that it breaks.
    pub(super) fn check<'a>(&self, value: &'a Value) -> Result<Answer<'a>, Rule> {
        match self {
            Self::Text {
                min_length,
                max_length,
                format,
                ..
            } => {
                let text = value.as_str().ok_or(Rule::NotText)?;
                check_length(text, *min_length, *max_length)?;
                match format {
                    Some(format) if !formats::has_format(text, *format) => {
                        Err(Rule::NotFormat(*format))
                    }
                    _ => Ok(Answer::Text(text)),
                }
            }
            Self::Integer {
                minimum, maximum, ..
            } => check_integer(as_number(value, Rule::NotInteger)?, *minimum, *maximum),
            Self::Number {
                minimum, maximum, ..
            } => check_number(as_number(value, Rule::NotNumber)?, *minimum, *maximum),
            Self::Boolean { .. } => value.as_bool().map(Answer::Boolean).ok_or(Rule::NotBoolean),
            Self::Choice { options, .. } => chosen(value, options).map(Answer::Choice),
            Self::MultiChoice {
                options,
                min_items,
                max_items,
                ..
            } => {
                let items = value.as_array().ok_or(Rule::NotChoices)?;
                check_count(items.len(), *min_items, *max_items)?;
                check_items(items, options).map(Answer::Choices)
            }
        }
    }
}

fn as_number(value: &Value, otherwise: Rule) -> Result<&Number, Rule> {
    match value {
        Value::Number(number) => Ok(number),
        _ => Err(otherwise),
    }
}

/// Lengths count Unicode scalar values, as JSON Schema does.
fn check_length(text: &str, least: Option<u32>, most: Option<u32>) -> Result<(), Rule> {
    check_size(
        text.chars().count(),
        (least, Rule::TooShort),
        (most, Rule::TooLong),
    )
}

fn check_count(count: usize, least: Option<u32>, most: Option<u32>) -> Result<(), Rule> {
    check_size(count, (least, Rule::TooFew), (most, Rule::TooMany))
}

type SizeRule = (Option<u32>, fn(u32) -> Rule);

fn check_size(size: usize, least: SizeRule, most: SizeRule) -> Result<(), Rule> {
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    match (least, most) {
        ((Some(bound), rule), _) if size < bound => Err(rule(bound)),
        (_, (Some(bound), rule)) if size > bound => Err(rule(bound)),
        _ => Ok(()),
    }
}

fn check_integer<'a>(
    number: &Number,
    minimum: Option<i128>,
    maximum: Option<i128>,
) -> Result<Answer<'a>, Rule> {
    let whole = numbers::whole(number)?;
    match (minimum.map(numbers::sent), maximum.map(numbers::sent)) {
        (Some(minimum), _) if whole.nearest() < minimum => {
            Err(Rule::TooSmall(Bound::Integer(minimum)))
        }
        (_, Some(maximum)) if whole.nearest() > maximum => {
            Err(Rule::TooLarge(Bound::Integer(maximum)))
        }
        _ => whole.exact().map(Answer::Integer),
    }
}

fn check_number<'a>(
    number: &Number,
    minimum: Option<f64>,
    maximum: Option<f64>,
) -> Result<Answer<'a>, Rule> {
    let double = numbers::double(number)?;
    match (minimum, maximum) {
        (Some(minimum), _) if double < minimum => Err(Rule::TooSmall(Bound::Number(minimum))),
        (_, Some(maximum)) if double > maximum => Err(Rule::TooLarge(Bound::Number(maximum))),
        _ => Ok(Answer::Number(double)),
    }
}

fn chosen<'a>(value: &'a Value, options: &[ChoiceOption]) -> Result<&'a str, Rule> {
    value
        .as_str()
        .filter(|text| options.iter().any(|option| option.value() == *text))
        .ok_or(Rule::NotChoice)
}

/// At most as many items as options, or one is there twice; so the search for repeats stays small.
fn check_items<'a>(items: &'a [Value], options: &[ChoiceOption]) -> Result<Vec<&'a str>, Rule> {
    let mut values: Vec<&str> = Vec::new();
    for item in items {
        let value = chosen(item, options)?;
        if values.contains(&value) {
            return Err(Rule::Repeated);
        }
        values.push(value);
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
