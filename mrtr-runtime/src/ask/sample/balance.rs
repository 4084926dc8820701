//! Whether each call of a tool in a conversation has its result (MCP 2026-07-28, `client/sampling`, "Tool Use and
//! Result Balance"): providers refuse a conversation in which one has none.

use std::collections::HashSet;

use serde_json::Value;

use super::message::blocks;

/// What a provider would refuse about a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unbalanced {
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
    /// The results have company.
    #[error(
        "`messages` holds a message with a `tool_result` and something else: such a message holds results alone"
    )]
    Mixed,
}

/// The first thing that is wrong with a conversation.
pub(super) fn check(messages: &[Value]) -> Result<(), Unbalanced> {
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
        open = ids(message, "tool_use", "id").collect();
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(Unbalanced::NoResult)
    }
}

/// The ids of the calls that a message gives results of.
fn results(message: &Value) -> Result<Vec<&str>, Unbalanced> {
    let results: Vec<_> = ids(message, "tool_result", "toolUseId").collect();
    if !results.is_empty() && results.len() < blocks(message.get("content")).len() {
        return Err(Unbalanced::Mixed);
    }
    Ok(results)
}

fn ids<'m>(
    message: &'m Value,
    kind: &'static str,
    id: &'static str,
) -> impl Iterator<Item = &'m str> {
    let of_kind = blocks(message.get("content"))
        .into_iter()
        .filter(move |block| block.get("type").and_then(Value::as_str) == Some(kind));
    // One without an id belongs to nothing.
    of_kind.map(move |block| block.get(id).and_then(Value::as_str).unwrap_or_default())
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

    fn conversation(messages: &[&[Value]]) -> Result<(), Unbalanced> {
        let messages: Vec<_> = messages
            .iter()
            .map(|content| json!({"role": "user", "content": content}))
            .collect();
        check(&messages)
    }

    #[test]
    fn a66_every_call_has_one_result_in_the_message_behind_it() {
        let balanced: [&[&[Value]]; 4] = [
            &[],
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
        let unbalanced: [(&[&[Value]], Unbalanced); 9] = [
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
    fn a_block_by_itself_is_a_list_of_one() {
        let calls = json!({"role": "assistant", "content": call("a")});
        let answers = json!({"role": "user", "content": result("a")});
        assert_eq!(check(&[calls.clone(), answers]), Ok(()));
        assert_eq!(check(&[calls]), Err(Unbalanced::NoResult));
    }
}
