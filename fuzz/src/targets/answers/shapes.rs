//! Answers that nearly fit, and what a slow reading makes of them.

use arbitrary::{Result, Unstructured};
use mrtr_runtime::InputRequest;
use serde_json::{Map, Value, json};

use super::Answers;
use crate::json;
use crate::targets::form::content;

/// What an answer is to the question that it stands under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Right,
    /// Of the right kind, with values that do not fit: asked again, a few times.
    Invalid,
    /// Asked again.
    Nothing,
    /// The request is refused.
    Wrong,
}

pub(super) fn shape(request: &InputRequest, answer: &Value) -> Shape {
    let Value::Object(members) = answer else {
        return Shape::Wrong;
    };
    if members.contains_key("method") && members.contains_key("result") {
        return Shape::Nothing;
    }
    match request {
        InputRequest::Elicit { form, .. } => {
            let content = members.get("content").unwrap_or(&Value::Null);
            match members.get("action").and_then(Value::as_str) {
                Some("decline" | "cancel") => Shape::Right,
                Some("accept") => filled_in(form, content),
                _ => Shape::Wrong,
            }
        }
        InputRequest::Roots => right(members.get("roots").is_some_and(Value::is_array)),
        InputRequest::Sample(_) => {
            let content = members.get("content").unwrap_or(&Value::Null);
            let has_role = members.get("role").is_some_and(Value::is_string);
            right(has_role && (content.is_object() || content.is_array()))
        }
        other => panic!("{other:?} is not asked here"),
    }
}

fn right(is_right: bool) -> Shape {
    if is_right { Shape::Right } else { Shape::Wrong }
}

fn filled_in(form: &mrtr_runtime::form::Form, content: &Value) -> Shape {
    let empty = Map::new();
    let content = match content {
        Value::Null => &empty,
        Value::Object(content) if content.values().all(is_flat) => content,
        _ => return Shape::Wrong,
    };
    match form.read(content) {
        // A confirmation is right when it says no, too, but "no" may come in other ways than this form tells.
        Ok(_) => Shape::Right,
        Err(_) => Shape::Invalid,
    }
}

fn is_flat(value: &Value) -> bool {
    match value {
        Value::Object(_) => false,
        Value::Array(items) => items.iter().all(Value::is_string),
        _ => true,
    }
}

pub(super) fn answers(
    asked: &[(String, InputRequest)],
    u: &mut Unstructured<'_>,
) -> Result<Answers> {
    let mut answers = Map::new();
    for (key, request) in asked {
        if let Some(answer) = answer(request, u)? {
            answers.insert(key.clone(), answer);
        }
    }
    for _ in 0..u.int_in_range(0..=4)?.max(2) - 2 {
        answers.insert(json::text(u)?, json::value(u, 4)?);
    }
    Ok(answers)
}

fn answer(request: &InputRequest, u: &mut Unstructured<'_>) -> Result<Option<Value>> {
    Ok(Some(match u.int_in_range(0..=15)? {
        0 => return Ok(None),
        1 => json::value(u, 4)?,
        2 => json!({"method": "a", "result": json::value(u, 2)?}),
        3 => {
            json!({"action": *u.choose(&["decline", "cancel", "accept", "no"])?, "content": json::value(u, 3)?})
        }
        4 => json::members(u, 3)?.into(),
        _ => match request {
            InputRequest::Elicit { form, .. } => {
                json!({"action": "accept", "content": content(form, u)?})
            }
            InputRequest::Roots => {
                json!({"roots": [{"uri": json::text(u)?, "name": json::value(u, 1)?}, json::value(u, 2)?]})
            }
            _ => json!({
                "role": json::value(u, 0)?,
                "model": json::value(u, 1)?,
                "content": {"type": *u.choose(&["text", "image"])?, "text": json::value(u, 1)?},
            }),
        },
    }))
}
