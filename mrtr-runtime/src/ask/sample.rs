//! Sampling: `ask_sample!`.

mod balance;
mod builder;
mod found;
mod items;
mod message;
mod question;
mod runs;
mod tools;
mod turns;
mod typed;
mod wrong;

use serde_json::{Map, Value};

use crate::texts;

pub(crate) use balance::Unbalanced;
pub use builder::{sample, typed};
pub use items::{MessageItem, ToolItem};
pub use message::{InvalidSampleMessage, SampleMessage};
pub use runs::{Given, MakeIdle, MakeRun, RunsTools, SortIdle, SortRuns, of_a_call};
pub use tools::{IsTold, Model, ToolOutput, ToolUse};
pub use typed::SampleType;

#[cfg(feature = "rmcp")]
pub(crate) use tools::{Told, ToolResult};

/// What the client's model wrote (MCP 2026-07-28, `CreateMessageResult`).
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    message: Map<String, Value>,
}

impl Sample {
    /// What a sample is in place of an error, if it can say so.
    fn of_error(error: SampleError) -> Option<Self> {
        let refused = Self {
            message: Map::new(),
        };
        (error == SampleError::Rejected).then_some(refused)
    }

    /// Whether the client gave no sample but an error, as when a person rejected it. There is nothing in it then.
    ///
    /// Only clients older than MCP 2026-07-28 can tell: one of today does not come back with an answer. See
    /// [`SampleError::Rejected`].
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        // Whatever is an answer has a role and a content.
        self.message.is_empty()
    }

    /// The text of the message: its text blocks, one after another.
    ///
    /// # Errors
    ///
    /// [`SampleError::NoText`] if the message holds no text, as when the model answered with an
    /// image; [`SampleError::CallsTools`] if it holds calls of tools instead; [`SampleError::Rejected`] if there is no message.
    pub fn text(&self) -> Result<String, SampleError> {
        if self.is_rejected() {
            return Err(SampleError::Rejected);
        }
        let texts: Vec<&str> = self.blocks().into_iter().filter_map(text_of).collect();
        if texts.is_empty() {
            return Err(if self.tool_uses().is_empty() {
                SampleError::NoText
            } else {
                SampleError::CallsTools
            });
        }
        Ok(texts.concat())
    }

    /// The content blocks, each as JSON: text, images, audio, calls of tools. One block and a list of blocks
    /// read the same.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Value> {
        message::blocks(self.message.get("content"))
    }

    /// The sample with its texts alone, as `ask_sample!(keep = Sample::only_text, "..")` records it.
    ///
    /// ```
    /// use mrtr_runtime::Sample;
    /// use mrtr_runtime::prelude::*;
    ///
    /// #[mrtr_tool]
    /// async fn hum(theme: &str) -> Result<String, mrtr_runtime::SampleError> {
    ///     let song = ask_sample!(keep = Sample::only_text, "Hum {theme}, and write it down").await;
    ///     song.text()
    /// }
    /// # let _ = hum;
    /// ```
    #[must_use]
    pub fn only_text(self) -> Self {
        self.map_blocks(|block| (block.get("type")? == "text").then_some(block))
    }

    /// The sample with each of its blocks changed, or left out: a picture as what you look it up by, say.
    #[must_use]
    pub fn map_blocks(mut self, change: impl FnMut(Value) -> Option<Value>) -> Self {
        if self.is_rejected() {
            return self;
        }
        let blocks = self.blocks().into_iter().cloned();
        let blocks: Vec<Value> = blocks.filter_map(change).collect();
        self.message.insert("content".to_owned(), blocks.into());
        self
    }

    /// The tools that the model calls.
    ///
    /// `ask_sample!(tools = .., run = .., "..")` runs them and tells the model what they give, so that the sample
    /// which it awaits to calls none. Without `run` this is for tools whose results the model need not know.
    #[must_use]
    pub fn tool_uses(&self) -> Vec<ToolUse> {
        let blocks = self.blocks().into_iter();
        blocks.filter_map(ToolUse::read).collect()
    }

    /// The name of the model, if the client gave it.
    #[must_use]
    pub fn model(&self) -> Option<&str> {
        self.message.get("model").and_then(Value::as_str)
    }

    /// Why the model stopped: an open string such as `endTurn` or `maxTokens`.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        self.message.get("stopReason").and_then(Value::as_str)
    }
}

fn text_of(block: &Value) -> Option<&str> {
    if block.get("type")? != "text" {
        return None;
    }
    block.get("text")?.as_str()
}

/// A completion that is not what the handler needs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize,
)]
#[non_exhaustive]
pub enum SampleError {
    /// The message holds no text.
    #[error("{}", texts::NO_TEXT)]
    NoText,
    /// The model calls tools and waits for what they give, but the ask has `tools` and no `run`.
    #[error("{}", texts::CALLS_TOOLS)]
    CallsTools,
    /// The model was told what is wrong and sampled again, as often as
    /// [`Limits::retries_per_question`](crate::Limits) allows, and its text is still not what was asked for.
    #[error("{}", texts::SAMPLE_MISFIT)]
    Misfit,
    /// The client answered with an error, as when a person rejected the sample (MCP 2025-11-25, `sampling/createMessage`).
    ///
    /// Only clients older than MCP 2026-07-28 can tell: one of today does not come back with an answer, nor does one that
    /// looks after a task, and the flow then ends with its time.
    #[error("{}", texts::SAMPLE_REFUSED)]
    Rejected,
}

/// For handlers whose error is a text.
impl From<SampleError> for String {
    fn from(error: SampleError) -> Self {
        error.to_string()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    fn sample(content: Value) -> Sample {
        let message = json!({"role": "assistant", "content": content, "model": "m"});
        Sample {
            message: message.as_object().cloned().unwrap(),
        }
    }

    #[test]
    fn text_joins_text_blocks_whether_content_is_one_block_or_many() {
        let block = |text: &str| json!({"type": "text", "text": text});
        assert_eq!(sample(block("a")).text().unwrap(), "a");
        let many =
            json!([block("a"), {"type": "image", "data": "", "mimeType": "image/png"}, block("b")]);
        assert_eq!(sample(many).text().unwrap(), "ab");
    }

    #[test]
    fn a_call_of_a_tool_in_place_of_a_text_is_told() {
        let call = json!({"type": "tool_use", "id": "1", "name": "search", "input": {}});
        assert_eq!(sample(call.clone()).text(), Err(SampleError::CallsTools));
        let both = json!([call, {"type": "text", "text": "a"}]);
        assert_eq!(sample(both).text().unwrap(), "a");
    }

    #[test]
    fn text_of_a_message_without_text_is_an_error() {
        for content in [
            json!([]),
            json!({"type": "image"}),
            json!([{"type": "text"}]),
            json!(7),
        ] {
            assert_eq!(sample(content).text(), Err(SampleError::NoText));
        }
    }
}
