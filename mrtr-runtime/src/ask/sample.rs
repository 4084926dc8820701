//! Sampling: `ask_sample!`.

use serde_json::{Map, Value};

use super::future::Answered;
use crate::replay::{Again, Invalid, Question};
use crate::state::{Hasher, Kind, Outcome, ShortDigest, value_digest};
use crate::wire::{Capability, InputRequest, SampleRequest};

/// What the client's model wrote (MCP 2026-07-28, `CreateMessageResult`).
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    message: Map<String, Value>,
}

impl Sample {
    /// The text of the message: its text blocks, one after another.
    ///
    /// # Errors
    ///
    /// [`SampleError::NoText`] if the message holds no text, as when the model answered with an
    /// image.
    pub fn text(&self) -> Result<String, SampleError> {
        let texts: Vec<&str> = self.blocks().into_iter().filter_map(text_of).collect();
        if texts.is_empty() {
            return Err(SampleError::NoText);
        }
        Ok(texts.concat())
    }

    /// The content blocks, each as JSON; one block and a list of blocks read the same.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Value> {
        match self.message.get("content") {
            Some(Value::Array(blocks)) => blocks.iter().collect(),
            Some(block) => vec![block],
            None => Vec::new(),
        }
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
    let is_text = block.get("type").and_then(Value::as_str) == Some("text");
    is_text
        .then(|| block.get("text").and_then(Value::as_str))
        .flatten()
}

/// A completion that is not what the handler needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The message holds no text.
    #[error("the model's message holds no text")]
    NoText,
}

/// For handlers whose error is a text.
impl From<SampleError> for String {
    fn from(error: SampleError) -> Self {
        error.to_string()
    }
}

/// The question of `ask_sample!(..)`.
#[derive(Debug)]
pub struct AskSample {
    request: SampleRequest,
    digest: ShortDigest,
}

impl AskSample {
    pub(super) fn new(request: SampleRequest, about: Option<ShortDigest>) -> Self {
        let digest = digest(&request, about);
        Self { request, digest }
    }
}

/// Covers everything that the model is given.
fn digest(request: &SampleRequest, about: Option<ShortDigest>) -> ShortDigest {
    let mut hasher = Hasher::new("sample");
    hasher.field(&request.max_tokens.to_be_bytes());
    for message in &request.messages {
        hasher.field(&value_digest("message", message));
    }
    hasher.field(
        request
            .system_prompt
            .as_deref()
            .unwrap_or_default()
            .as_bytes(),
    );
    hasher.field(&request.temperature.unwrap_or(f64::NAN).to_be_bytes());
    for stop in &request.stop_sequences {
        hasher.field(stop.as_bytes());
    }
    if let Some(about) = about {
        hasher.field(b"about").field(&about);
    }
    hasher.short()
}

/// The members of a result that a handler can read; the rest is not worth carrying.
const KEPT: [&str; 4] = ["role", "content", "model", "stopReason"];

impl Question for AskSample {
    fn kind(&self) -> Kind {
        Kind::Sample
    }

    fn digest(&self) -> ShortDigest {
        self.digest
    }

    fn capabilities(&self) -> Vec<Capability> {
        vec![Capability::Sampling]
    }

    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid> {
        let mut message = answer.as_object().cloned().unwrap_or_default();
        message.retain(|name, _| KEPT.contains(&name.as_str()));
        Ok(Outcome::Accepted(Value::Object(message)))
    }

    fn request(&self, _: Option<&Again>) -> InputRequest {
        InputRequest::Sample(self.request.clone())
    }
}

impl Answered for AskSample {
    type Answer = Sample;

    fn read(&mut self, outcome: &Outcome, _: &str) -> Option<Sample> {
        match outcome {
            Outcome::Accepted(Value::Object(message)) => Some(Sample {
                message: message.clone(),
            }),
            _ => None,
        }
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
