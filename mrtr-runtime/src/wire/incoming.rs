//! What is taken from `inputResponses`: bounds first, then the shape that each kind has.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Answers;
use crate::limits::Limits;
use crate::state::Kind;
use crate::texts;

/// Checks the bounds on incoming answers, the cheap ones first and before anything is done with them.
pub(crate) fn check_limits(answers: &Answers, limits: &Limits) -> Result<(), OverLimit> {
    let count = answers.len();
    if count > limits.answers {
        let what = texts::answers(count);
        return Err(OverLimit::all(&what, limits.answers, "answers"));
    }
    let mut total = 0usize;
    for (key, answer) in answers {
        total = total.saturating_add(measure(key, answer, limits)?);
        if total > limits.answers_bytes {
            let what = texts::more_bytes(limits.answers_bytes);
            return Err(OverLimit::all(&what, limits.answers_bytes, "answers_bytes"));
        }
    }
    Ok(())
}

/// Answers that are over a limit: the name of the limit, and what the client is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OverLimit {
    pub(crate) limit: &'static str,
    pub(crate) text: String,
}

impl OverLimit {
    fn all(what: &str, most: usize, limit: &'static str) -> Self {
        let text = texts::over_limit("inputResponses", what, most, limit);
        Self { limit, text }
    }

    /// The key is told where it looks like one of ours.
    fn one(key: &str, what: &str, most: usize, limit: &'static str) -> Self {
        let place = if is_key(key) {
            format!("inputResponses.{key}")
        } else {
            "inputResponses".to_owned()
        };
        let text = texts::over_limit(&place, what, most, limit);
        Self { limit, text }
    }
}

/// Whether a server of ours may have sent this key.
fn is_key(key: &str) -> bool {
    let ours = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:#".contains(&byte);
    (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(ours)
}

/// Longer keys are possible, in parts within parts, but nothing is lost if they are not named.
const LONGEST_KEY: usize = 128;

/// The bytes of one answer as compact JSON, if it is within its own bounds.
fn measure(key: &str, answer: &Value, limits: &Limits) -> Result<usize, OverLimit> {
    if !is_within(answer, limits.depth) {
        let what = texts::NESTED_ANSWER;
        return Err(OverLimit::one(key, what, limits.depth, "depth"));
    }
    let bytes = json_bytes(answer);
    if bytes > limits.answer_bytes {
        let what = texts::long_answer(bytes);
        return Err(OverLimit::one(
            key,
            &what,
            limits.answer_bytes,
            "answer_bytes",
        ));
    }
    Ok(bytes)
}

fn is_within(value: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match value {
        Value::Array(items) => items.iter().all(|item| is_within(item, depth)),
        Value::Object(members) => members.values().all(|member| is_within(member, depth)),
        _ => true,
    }
}

/// The bytes of a value as compact JSON, which is not kept.
pub(crate) fn json_bytes<T: Serialize + ?Sized>(value: &T) -> usize {
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).map_or(usize::MAX, |()| count.0)
}

struct Count(usize);

impl std::io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What stands under a pending key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A result of the kind that was asked for.
    Answer,
    /// Something that answers nothing, such as a request and its result wrapped together: asked again.
    Unanswered,
    /// A value of the wrong kind: -32602.
    Wrong,
}

/// Whether a value is a result of the kind of question that was asked.
pub(crate) fn check_shape(kind: Kind, answer: &Value) -> Shape {
    let Value::Object(members) = answer else {
        return Shape::Wrong;
    };
    if members.contains_key("method") && members.contains_key("result") {
        return Shape::Unanswered;
    }
    let fits = match kind {
        Kind::Form => is_elicit_result(members) && has_flat_content(members),
        Kind::Url => is_elicit_result(members),
        Kind::Sample => is_message(members),
        Kind::Roots => matches!(members.get("roots"), Some(Value::Array(_))),
    };
    if fits { Shape::Answer } else { Shape::Wrong }
}

fn is_elicit_result(members: &Map<String, Value>) -> bool {
    let action = members.get("action").and_then(Value::as_str);
    matches!(action, Some("accept" | "decline" | "cancel"))
}

/// `content` holds text, numbers, booleans and lists of text, if it is there and counts.
fn has_flat_content(members: &Map<String, Value>) -> bool {
    if members.get("action").and_then(Value::as_str) != Some("accept") {
        return true;
    }
    match members.get("content") {
        None | Some(Value::Null) => true,
        Some(Value::Object(content)) => content.values().all(is_flat),
        Some(_) => false,
    }
}

fn is_flat(value: &Value) -> bool {
    match value {
        Value::Object(_) => false,
        Value::Array(items) => items.iter().all(Value::is_string),
        _ => true,
    }
}

fn is_message(members: &Map<String, Value>) -> bool {
    members.get("role").is_some_and(Value::is_string)
        && matches!(
            members.get("content"),
            Some(Value::Object(_) | Value::Array(_))
        )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answers(value: Value) -> Answers {
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    #[test]
    fn each_inbound_limit_is_named() {
        let limits = Limits {
            answers: 2,
            answer_bytes: 40,
            answers_bytes: 60,
            depth: 3,
            ..Limits::default()
        };
        let named = |value| {
            check_limits(&answers(value), &limits)
                .err()
                .map_or_else(String::new, |over| over.text)
        };
        assert_eq!(named(json!({"a": {"action": "decline"}, "b": {}})), "");
        assert!(named(json!({"a": {}, "b": {}, "c": {}})).contains("(answers)"));
        assert!(named(json!({"a": {"x": "y".repeat(50)}})).contains("(answer_bytes)"));
        let (a, b) = ("y".repeat(30), "y".repeat(30));
        assert!(named(json!({"a": [a], "b": [b]})).contains("(answers_bytes)"));
        assert!(named(json!({"a": {"b": {"c": 1}}})).is_empty());
        assert!(named(json!({"a": {"b": {"c": [1]}}})).contains("(depth)"));
    }

    #[test]
    fn an_answer_is_measured_to_the_byte() {
        for answer in [
            json!({"a": null, "b": true, "c": [1, -2.5e-300, 18_446_744_073_709_551_615_u64]}),
            json!({"text": "tab\t quote\" control\u{1} Gr\u{fc}\u{df}e", "empty": {}}),
        ] {
            let bytes = answer.to_string().len();
            let at_most = |answer_bytes| Limits {
                answer_bytes,
                ..Limits::default()
            };
            assert_eq!(
                measure("a", &answer, &at_most(bytes)),
                Ok(bytes),
                "{answer}"
            );
            assert!(
                measure("a", &answer, &at_most(bytes - 1)).is_err(),
                "{answer}"
            );
        }
    }

    #[test]
    fn a_key_is_told_where_it_may_be_ours() {
        let limits = Limits {
            answer_bytes: 1,
            ..Limits::default()
        };
        let told = |key: &str| {
            let over = check_limits(&answers(json!({key: {}})), &limits);
            over.err().map_or_else(String::new, |over| over.text)
        };
        assert!(told("pick.name:3f2a9c#2").starts_with("inputResponses.pick.name:3f2a9c#2: "));
        for key in [
            "",
            "white space",
            "\u{1b}[31m",
            "na\u{ef}ve",
            &"k".repeat(129),
        ] {
            assert!(told(key).starts_with("inputResponses: "), "{key}");
        }
    }

    #[test]
    fn a16_content_without_its_envelope_is_of_the_wrong_kind() {
        assert_eq!(
            check_shape(Kind::Form, &json!({"name": "Ann"})),
            Shape::Wrong
        );
        let answer = json!({"action": "accept", "content": {"name": "Ann"}});
        assert_eq!(check_shape(Kind::Form, &answer), Shape::Answer);
    }

    #[test]
    fn a17_a_wrapped_answer_answers_nothing_and_unknown_members_do_not_matter() {
        let tagged = json!({"resultType": "complete", "action": "decline"});
        assert_eq!(check_shape(Kind::Form, &tagged), Shape::Answer);
        let wrapped = json!({"method": "elicitation/create", "result": {"action": "accept"}});
        assert_eq!(check_shape(Kind::Form, &wrapped), Shape::Unanswered);
    }

    #[test]
    fn a18_malformed_content_is_of_the_wrong_kind() {
        for content in [json!(7), json!({"a": {"b": 1}}), json!({"a": [1, 2]})] {
            let answer = json!({"action": "accept", "content": content});
            assert_eq!(check_shape(Kind::Form, &answer), Shape::Wrong);
        }
        let empty = json!({"action": "accept", "content": {"a": []}});
        assert_eq!(check_shape(Kind::Form, &empty), Shape::Answer);
    }

    #[test]
    fn a19_an_answer_of_another_kind_is_of_the_wrong_kind() {
        let (roots, form) = (json!({"roots": []}), json!({"action": "accept"}));
        assert_eq!(check_shape(Kind::Form, &roots), Shape::Wrong);
        assert_eq!(check_shape(Kind::Roots, &form), Shape::Wrong);
        assert_eq!(check_shape(Kind::Roots, &roots), Shape::Answer);
        assert_eq!(check_shape(Kind::Sample, &form), Shape::Wrong);
        assert_eq!(check_shape(Kind::Form, &json!(12345)), Shape::Wrong);
    }

    #[test]
    fn a22_content_of_a_refusal_does_not_matter() {
        for answer in [
            json!({"action": "cancel", "content": null}),
            json!({"action": "decline", "content": {}}),
            json!({"action": "decline", "content": 7}),
        ] {
            assert_eq!(check_shape(Kind::Form, &answer), Shape::Answer);
        }
    }
}
