//! Answers that nearly fit, and what a slow reading makes of them.

use arbitrary::{Result, Unstructured};
use mrtr_runtime::{InputRequest, SampleRequest};
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
        InputRequest::Sample(request) => {
            let content = members.get("content").unwrap_or(&Value::Null);
            let has_role = members.get("role").is_some_and(Value::is_string);
            match content {
                Value::Object(_) if has_role => called(request, std::slice::from_ref(content)),
                Value::Array(blocks) if has_role => called(request, blocks),
                _ => Shape::Wrong,
            }
        }
        InputRequest::ElicitUrl { .. } => match members.get("action").and_then(Value::as_str) {
            Some("decline" | "cancel") => Shape::Right,
            // It is asked for once more until it is done.
            Some("accept") => Shape::Invalid,
            _ => Shape::Wrong,
        },
        other => panic!("{other:?} is not asked here"),
    }
}

/// There are tools where one is called, each call can be told from the others, and there are not too many.
fn called(request: &SampleRequest, blocks: &[Value]) -> Shape {
    let is_call = |block: &&Value| block["type"] == "tool_use";
    let calls: Vec<&Value> = blocks.iter().filter(is_call).collect();
    let is_whole = |call: &&Value| {
        let input = call.get("input");
        call["id"].is_string() && call["name"].is_string() && input.is_none_or(Value::is_object)
    };
    let ids: std::collections::HashSet<_> = calls.iter().map(|call| call["id"].as_str()).collect();
    let is_meant = calls.is_empty() || !request.tools.is_empty();
    if is_meant && calls.len() <= 16 && calls.iter().all(is_whole) && ids.len() == calls.len() {
        Shape::Right
    } else {
        Shape::Invalid
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
            InputRequest::ElicitUrl { .. } => json!({"action": "accept"}),
            _ => json!({
                "role": json::value(u, 0)?,
                "model": json::value(u, 1)?,
                "content": said(u)?,
            }),
        },
    }))
}

/// One block or several, with calls of tools among them.
fn said(u: &mut Unstructured<'_>) -> Result<Value> {
    let mut blocks = Vec::new();
    for _ in 0..u.int_in_range(0..=4)? {
        blocks.push(block(u)?);
    }
    Ok(match blocks.pop() {
        Some(only) if blocks.is_empty() => only,
        last => blocks.into_iter().chain(last).collect(),
    })
}

fn block(u: &mut Unstructured<'_>) -> Result<Value> {
    let kind = *u.choose(&["text", "image", "tool_use", "tool_use"])?;
    let mut block = json!({"type": kind, "text": json::value(u, 1)?});
    for (name, usual) in [
        ("id", json!(*u.choose(&["1", "2", "3"])?)),
        ("name", json!(*u.choose(&["look_up", "rm"])?)),
        ("input", json!({"word": "hull"})),
    ] {
        match u.int_in_range(0..=9)? {
            0 => {}
            1 => block[name] = json::value(u, 1)?,
            _ => block[name] = usual,
        }
    }
    Ok(block)
}
