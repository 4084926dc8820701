//! What is kept of an answer that came: what the specification knows and a handler can read.

use serde_json::{Map, Value};

use crate::state::Kind;
use crate::wire::SAMPLE_MEMBERS;

/// Content of a decline, a cancel or a url answer is never kept (R8). Of a form that is known by its `members` nothing
/// else is, so that what a client adds makes no other answer (R14).
pub(super) fn strip(mut answer: Value, kind: Kind, members: &[String]) -> Value {
    let accepted = answer.get("action").and_then(Value::as_str) == Some("accept");
    let keeps = |name: &str| match kind {
        Kind::Form => name == "action" || (accepted && name == "content"),
        Kind::Url => name == "action",
        Kind::Sample => SAMPLE_MEMBERS.contains(&name),
        Kind::Roots => name == "roots",
    };
    if let Some(answer) = answer.as_object_mut() {
        answer.retain(|name, _| keeps(name));
        match kind {
            Kind::Form if !members.is_empty() => strip_content(answer, members),
            Kind::Roots => strip_roots(answer),
            Kind::Form | Kind::Url | Kind::Sample => {}
        }
    }
    answer
}

/// Null is as good as absent, and so is content without any member.
fn strip_content(answer: &mut Map<String, Value>, members: &[String]) {
    let Some(Value::Object(content)) = answer.get_mut("content") else {
        answer.remove("content");
        return;
    };
    content.retain(|name, value| !value.is_null() && members.contains(name));
    if content.is_empty() {
        answer.remove("content");
    }
}

fn strip_roots(answer: &mut Map<String, Value>) {
    let roots = answer.get_mut("roots").and_then(Value::as_array_mut);
    for root in roots.into_iter().flatten() {
        if let Some(root) = root.as_object_mut() {
            root.retain(|name, _| name == "uri" || name == "name");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of_a_form(answer: Value) -> Value {
        let members = ["name", "age"].map(str::to_owned);
        strip(answer, Kind::Form, &members)
    }

    #[test]
    fn of_a_form_its_members_are_kept_and_nothing_else() {
        let kept = json!({"action": "accept", "content": {"name": "Ann", "age": 5}});
        for content in [
            json!({"name": "Ann", "age": 5}),
            json!({"age": 5, "other": [], "name": "Ann", "Name": "Bob"}),
            json!({"name": "Ann", "age": 5, "other": null}),
        ] {
            let answer = json!({"_meta": {}, "content": content, "action": "accept"});
            assert_eq!(of_a_form(answer), kept);
        }
    }

    #[test]
    fn a_form_without_entries_is_one_whatever_it_is_sent_as() {
        for content in [
            json!(null),
            json!({}),
            json!({"name": null}),
            json!({"x": 1}),
        ] {
            let answer = json!({"action": "accept", "content": content});
            assert_eq!(of_a_form(answer), json!({"action": "accept"}));
        }
        assert_eq!(
            of_a_form(json!({"action": "accept"})),
            json!({"action": "accept"})
        );
    }

    #[test]
    fn an_answer_to_a_form_whose_members_are_not_known_keeps_its_content() {
        let answer = json!({"action": "accept", "content": {"a": null, "b": 1}});
        assert_eq!(strip(answer.clone(), Kind::Form, &[]), answer);
    }

    #[test]
    fn r8_content_of_a_refusal_or_of_a_consent_is_not_kept() {
        for action in ["decline", "cancel"] {
            let answer = json!({"action": action, "content": {"name": "Ann"}});
            assert_eq!(of_a_form(answer), json!({"action": action}));
        }
        let consent = json!({"action": "accept", "content": {"token": 1}});
        assert_eq!(strip(consent, Kind::Url, &[]), json!({"action": "accept"}));
    }

    #[test]
    fn of_a_root_its_uri_and_name_are_kept_and_a_bad_one_stays() {
        let answer =
            json!({"roots": [{"uri": "file:///a", "name": "A", "_meta": {"n": 1}}, 7], "n": 1});
        let kept = json!({"roots": [{"uri": "file:///a", "name": "A"}, 7]});
        assert_eq!(strip(answer, Kind::Roots, &[]), kept);
    }
}
