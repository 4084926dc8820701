//! Whether each call of a tool in a conversation has its result (MCP 2026-07-28, `client/sampling`, "Tool Use and
//! Result Balance"): providers refuse a conversation in which one has none.

use std::collections::HashSet;

use serde_json::Value;

use super::message::blocks;

/// What a provider would refuse about a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unbalanced {
    /// There is no message.
    #[error("`messages` is empty, and there is no prompt: nothing is asked")]
    Nothing,
    /// Some call has no result.
    #[error(
        "`messages` holds a call of a tool without its result: behind the model's message goes one message of the user \
         with one `tool_result` for each call; `run = ..` writes it"
    )]
    NoResult,
    /// A result is of no call, or of one that has another.
    #[error(
        "`messages` holds a `tool_result` that is of no call in the message ahead of it, or a second one"
    )]
    NoCall,
    /// It is not the model that calls.
    #[error(
        "`messages` holds a call of a tool in a message of the user's: the model's own message holds it, \
         `SampleMessage::from(&sample)`"
    )]
    Caller,
    /// The results have company.
    #[error(
        "`messages` holds a message with a `tool_result` and something else: such a message holds results alone"
    )]
    Mixed,
}

/// The first thing that is wrong with a conversation.
pub(super) fn check(messages: &[Value]) -> Result<(), Unbalanced> {
    if messages.is_empty() {
        return Err(Unbalanced::Nothing);
    }
    let mut open = HashSet::new();
    for message in messages {
        let results = results(message)?;
        if results.is_empty() && !open.is_empty() {
            return Err(Unbalanced::NoResult);
        }
        for id in results {
            if !open.remove(id) {
                return Err(Unbalanced::NoCall);
            }
        }
        if !open.is_empty() {
            return Err(Unbalanced::NoResult);
        }
        open = calls(message)?;
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(Unbalanced::NoResult)
    }
}

/// The ids of the calls in a message of the model's.
fn calls(message: &Value) -> Result<HashSet<&str>, Unbalanced> {
    let calls = ids(message, "tool_use", "id");
    if !is_of(message, "assistant") && calls.clone().next().is_some() {
        return Err(Unbalanced::Caller);
    }
    // One without an id can have no result.
    calls.map(|id| id.ok_or(Unbalanced::NoResult)).collect()
}

/// The ids of the calls that a message of the user's gives results of.
fn results(message: &Value) -> Result<Vec<&str>, Unbalanced> {
    let results = ids(message, "tool_result", "toolUseId");
    let results: Vec<_> = results
        .map(|id| id.ok_or(Unbalanced::NoCall))
        .collect::<Result<_, _>>()?;
    if !results.is_empty() && !is_of(message, "user") {
        return Err(Unbalanced::NoCall);
    }
    if !results.is_empty() && results.len() < blocks(message.get("content")).len() {
        return Err(Unbalanced::Mixed);
    }
    Ok(results)
}

fn is_of(message: &Value, role: &str) -> bool {
    message.get("role").and_then(Value::as_str) == Some(role)
}

fn ids<'m>(
    message: &'m Value,
    kind: &'static str,
    id: &'static str,
) -> impl Iterator<Item = Option<&'m str>> + Clone {
    let blocks = blocks(message.get("content")).into_iter();
    let of_kind =
        blocks.filter(move |block| block.get("type").and_then(Value::as_str) == Some(kind));
    of_kind.map(move |block| block.get(id).and_then(Value::as_str))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(id: &str) -> Value {
        json!({"type": "tool_use", "id": id, "name": "t", "input": {}})
    }

    fn result(id: &str) -> Value {
        json!({"type": "tool_result", "toolUseId": id, "content": []})
    }

    fn text() -> Value {
        json!({"type": "text", "text": "Hm"})
    }

    fn message(role: &str, content: &[Value]) -> Value {
        json!({"role": role, "content": content})
    }

    /// Results are the user's, calls and all else the model's.
    fn conversation(messages: &[&[Value]]) -> Result<(), Unbalanced> {
        let role = |content: &[Value]| {
            let has_result = content.iter().any(|block| block["type"] == "tool_result");
            if has_result { "user" } else { "assistant" }
        };
        let messages = messages.iter();
        let messages: Vec<_> = messages
            .map(|content| message(role(content), content))
            .collect();
        check(&messages)
    }

    #[test]
    fn a66_every_call_has_one_result_in_the_message_behind_it() {
        let balanced: [&[&[Value]]; 3] = [
            &[&[text()], &[text()]],
            &[
                &[text(), call("a"), call("b")],
                &[result("b"), result("a")],
                &[text()],
            ],
            &[&[call("a")], &[result("a")], &[call("a")], &[result("a")]],
        ];
        for messages in balanced {
            assert_eq!(conversation(messages), Ok(()), "{messages:?}");
        }
        let unbalanced: [(&[&[Value]], Unbalanced); 10] = [
            (&[], Unbalanced::Nothing),
            (&[&[call("a")]], Unbalanced::NoResult),
            (&[&[call("a")], &[text()]], Unbalanced::NoResult),
            (&[&[call("a")], &[]], Unbalanced::NoResult),
            (
                &[&[call("a"), call("b")], &[result("a")]],
                Unbalanced::NoResult,
            ),
            (
                &[&[call("a")], &[text()], &[result("a")]],
                Unbalanced::NoResult,
            ),
            (&[&[result("a")]], Unbalanced::NoCall),
            (
                &[&[call("a")], &[result("a"), result("a")]],
                Unbalanced::NoCall,
            ),
            (&[&[call("a")], &[result("a"), text()]], Unbalanced::Mixed),
            (
                &[&[call("a")], &[result("a")], &[result("a")]],
                Unbalanced::NoCall,
            ),
        ];
        for (messages, flaw) in unbalanced {
            assert_eq!(conversation(messages), Err(flaw), "{messages:?}");
        }
    }

    #[test]
    fn the_model_calls_and_the_user_answers() {
        let (calls, results) = ([call("a")], [result("a")]);
        let of_the_user = [message("user", &calls), message("user", &results)];
        assert_eq!(check(&of_the_user), Err(Unbalanced::Caller));
        let of_the_model = [message("assistant", &calls), message("assistant", &results)];
        assert_eq!(check(&of_the_model), Err(Unbalanced::NoCall));
    }

    #[test]
    fn what_has_no_id_belongs_to_nothing() {
        let call = json!({"type": "tool_use", "name": "t", "input": {}});
        let result = json!({"type": "tool_result", "content": []});
        let (calls, results) = ([call], [result]);
        assert_eq!(conversation(&[&calls, &results]), Err(Unbalanced::NoResult));
        assert_eq!(conversation(&[&results]), Err(Unbalanced::NoCall));
    }

    #[test]
    fn a_block_by_itself_is_a_list_of_one() {
        let calls = json!({"role": "assistant", "content": call("a")});
        let answers = json!({"role": "user", "content": result("a")});
        assert_eq!(check(&[calls.clone(), answers]), Ok(()));
        assert_eq!(check(&[calls]), Err(Unbalanced::NoResult));
    }
}
