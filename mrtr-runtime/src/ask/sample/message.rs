//! Messages of the conversation that a model continues.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Sample;
use super::tools::{ToolOutput, ToolUse};

/// A message of the conversation ahead of the prompt (MCP 2026-07-28, `SamplingMessage`).
///
/// ```
/// use mrtr_runtime::SampleMessage;
/// use mrtr_runtime::prelude::*;
///
/// #[mrtr_tool]
/// async fn haiku(theme: &str) -> Result<String, mrtr_runtime::SampleError> {
///     let first = ask_sample!("A haiku on {theme}").await;
///     let so_far = [SampleMessage::user(format!("A haiku on {theme}")), (&first).into()];
///     Ok(ask_sample!(messages = so_far, "And a better one").await.text()?)
/// }
/// # let _ = haiku;
/// ```
///
/// It is serialized as MCP has it, and read again from that: a conversation can be kept in a database.
///
/// ```
/// use mrtr_runtime::SampleMessage;
/// use serde_json::json;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let call = json!({"type": "tool_use", "id": "1", "name": "search", "input": {"words": "boat"}});
/// let said = SampleMessage::assistant_blocks(vec![call]);
/// let kept = serde_json::to_string(&said)?;
/// assert_eq!(serde_json::from_str::<SampleMessage>(&kept)?, said);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct SampleMessage(pub(super) Value);

/// Shows nothing of what was said but by whom.
impl fmt::Debug for SampleMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SampleMessage")
            .field("role", &self.0.get("role"))
            .field("blocks", &blocks(self.0.get("content")).len())
            .finish()
    }
}

impl From<SampleMessage> for Value {
    fn from(message: SampleMessage) -> Self {
        message.0
    }
}

/// That a value is no message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a message of a conversation has a `role`, `user` or `assistant`, and `content`: one block or a list of blocks"
)]
#[non_exhaustive]
pub struct InvalidSampleMessage;

impl TryFrom<Value> for SampleMessage {
    type Error = InvalidSampleMessage;

    fn try_from(message: Value) -> Result<Self, InvalidSampleMessage> {
        let role = message.get("role").and_then(Value::as_str);
        let content = blocks(message.get("content"));
        let is_block = |block: &&Value| block.get("type").is_some_and(Value::is_string);
        let is_message = matches!(role, Some("user" | "assistant"))
            && message.get("content").is_some()
            && content.iter().all(is_block);
        is_message
            .then_some(Self(message))
            .ok_or(InvalidSampleMessage)
    }
}

impl SampleMessage {
    /// What the user said.
    pub fn user(text: impl Into<String>) -> Self {
        Self::of("user", vec![text_block(text.into())])
    }

    /// What the model said.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::of("assistant", vec![text_block(text.into())])
    }

    /// What the user showed: content blocks as JSON (MCP 2026-07-28, `SamplingMessageContentBlock`), such as
    /// an image. ([`results`](Self::results) makes those of the tools that the model called in the message before.)
    ///
    /// A conversation in which a call has not one result, and that in a message of results alone, is not sent: providers
    /// refuse it. The call then ends with an internal error, and the log says what is wrong. `run = ..` of
    /// [`ask_sample!`](crate::ask_sample) writes these messages by itself.
    #[must_use]
    pub fn user_blocks(blocks: Vec<Value>) -> Self {
        Self::of("user", blocks)
    }

    /// What the model said, showed or called: content blocks as JSON, such as one with a call of a tool from a conversation
    /// of your own keeping. Each call wants its result in the message behind it, as above.
    #[must_use]
    pub fn assistant_blocks(blocks: Vec<Value>) -> Self {
        Self::of("assistant", blocks)
    }

    /// What the tools gave that the model called: each with the call that it is of, in one message of the user's. It is anything that `run`
    /// may give, [`ToolOutput`]: text, JSON, content blocks, or a `Result` of these, whose error the model is told.
    ///
    /// It stands behind the message with the calls, and has a result of each. So the model goes on without a prompt:
    ///
    /// ```
    /// use mrtr_runtime::prelude::*;
    /// use mrtr_runtime::{SampleError, SampleMessage, SampleTool};
    ///
    /// #[mrtr_tool]
    /// async fn ask(tools: Vec<SampleTool>, question: &str) -> Result<String, SampleError> {
    ///     let first = ask_sample!(tools = tools, "{question}").await;
    ///     let calls = first.tool_uses();
    ///     let results = calls.iter().map(|call| (call, format!("nothing in {}", call.name)));
    ///     let so_far = [
    ///         SampleMessage::user(question),
    ///         SampleMessage::from(&first),
    ///         SampleMessage::results(results),
    ///     ];
    ///     ask_sample!(messages = so_far).await.text()
    /// }
    /// # let _ = ask;
    /// ```
    pub fn results<'c, T: ToolOutput>(results: impl IntoIterator<Item = (&'c ToolUse, T)>) -> Self {
        let results = results.into_iter();
        let results = results.map(|(call, output)| output.into_result().block(&call.id));
        Self::user_blocks(results.collect())
    }

    /// Whether there is anything in it: providers refuse a message without blocks.
    pub(super) fn says_something(&self) -> bool {
        !blocks(self.0.get("content")).is_empty()
    }

    fn of(role: &str, mut content: Vec<Value>) -> Self {
        // One block by itself is what clients of all versions read.
        let content = match content.pop() {
            Some(only) if content.is_empty() => only,
            last => Value::Array(content.into_iter().chain(last).collect()),
        };
        Self(json!({"role": role, "content": content}))
    }
}

/// A completion, as the model's part of the conversation: its texts, pictures, sounds and calls of tools. Whatever else a
/// client put beside them, which MCP knows no block for, could not be sent on, and a blank text is refused by providers. Where
/// nothing is left the message has no blocks, and is left out of what is sent.
impl From<&Sample> for SampleMessage {
    fn from(sample: &Sample) -> Self {
        let content = sample.message.get("content");
        let mut sent = blocks(content).into_iter().filter_map(sendable);
        let content = match content {
            Some(Value::Object(_)) => sent.next(),
            _ => None,
        };
        let content = content.unwrap_or_else(|| Value::Array(sent.collect()));
        Self(json!({"role": "assistant", "content": content}))
    }
}

/// The block with the members that MCP 2026-07-28 gives it, if it is one of an assistant's message.
fn sendable(block: &Value) -> Option<Value> {
    let Value::Object(members) = block else {
        return None;
    };
    let is_text = |name: &str| members.get(name).is_some_and(Value::is_string);
    let names: &[&str] = match members.get("type").and_then(Value::as_str)? {
        "text" => &["text"],
        "image" | "audio" => &["data", "mimeType"],
        "tool_use" => &["id", "name"],
        _ => return None,
    };
    if !names.iter().all(|name| is_text(name)) || is_blank(block) {
        return None;
    }
    let is_call = names.contains(&"id");
    let mut sent = members.clone();
    sent.retain(|name, value| match &**name {
        "type" => true,
        "_meta" => value.is_object(),
        "input" => is_call && value.is_object(),
        name => names.contains(&name),
    });
    if is_call && !sent.contains_key("input") {
        sent.insert("input".to_owned(), json!({}));
    }
    Some(Value::Object(sent))
}

/// A text without a character that shows.
fn is_blank(block: &Value) -> bool {
    super::text_of(block).is_some_and(|text| text.trim().is_empty())
}

/// The user says more: in the message that ends the conversation, if that is the user's and holds no results. Models whose
/// turns alternate take no two of one speaker.
pub(super) fn say(messages: &mut Vec<Value>, more: Vec<Value>) {
    if more.is_empty() {
        return;
    }
    let mut said = Vec::new();
    if let Some(last) = messages.pop_if(|last| may_go_on(last)) {
        said.extend(blocks(last.get("content")).into_iter().cloned());
    }
    said.extend(more);
    messages.push(SampleMessage::user_blocks(said).0);
}

fn may_go_on(message: &Value) -> bool {
    let is_result = |block: &&Value| block.get("type").is_some_and(|kind| kind == "tool_result");
    let is_users = message.get("role").is_some_and(|role| role == "user");
    is_users && !blocks(message.get("content")).iter().any(is_result)
}

/// The blocks of a content. One block and a list of blocks read the same.
pub(super) fn blocks(content: Option<&Value>) -> Vec<&Value> {
    match content {
        Some(Value::Array(blocks)) => blocks.iter().collect(),
        Some(block) => vec![block],
        None => Vec::new(),
    }
}

pub(super) fn text_block(text: String) -> Value {
    json!({"type": "text", "text": text})
}
