//! Sampling: `ask_sample!`.

use serde_json::{Map, Value};

use super::future::Answered;
use crate::replay::{Again, Invalid, Question};
use crate::state::{Hasher, Kind, Outcome, ShortDigest, value_digest};
use crate::texts;
use crate::wire::{Capability, InputRequest, SampleRequest};

/// What the client's model wrote (MCP 2026-07-28, `CreateMessageResult`).
#[derive(Debug, Clone, PartialEq)]
#[must_use = "the client's model writes for nothing"]
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
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize,
)]
#[non_exhaustive]
pub enum SampleError {
    /// The message holds no text.
    #[error("{}", texts::NO_TEXT)]
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

/// Covers everything that the model is given, absent parts and the ends of lists too.
fn digest(request: &SampleRequest, about: Option<ShortDigest>) -> ShortDigest {
    let mut hasher = Hasher::new("sample");
    hasher.field(&request.max_tokens.to_be_bytes());
    hasher.list(request.messages.iter().map(|m| value_digest("message", m)));
    hasher.list(request.system_prompt.as_deref());
    hasher.list(request.temperature.map(f64::to_be_bytes));
    hasher.list(&request.stop_sequences);
    hasher.list(about);
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
    fn r4_no_two_samples_that_differ_are_one_question() {
        let base = || SampleRequest {
            messages: vec![json!("a")],
            ..SampleRequest::default()
        };
        let system = |text: &str| Some(text.to_owned());
        let stop = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let all = [
            base(),
            SampleRequest {
                max_tokens: 1,
                ..base()
            },
            SampleRequest {
                messages: vec![json!("a"), json!("b")],
                ..base()
            },
            SampleRequest {
                system_prompt: system(""),
                ..base()
            },
            SampleRequest {
                temperature: Some(f64::NAN),
                ..base()
            },
            SampleRequest {
                temperature: Some(0.0),
                ..base()
            },
            SampleRequest {
                stop_sequences: stop(&[""]),
                ..base()
            },
            SampleRequest {
                stop_sequences: stop(&["about", "0123456789abcdef"]),
                ..base()
            },
        ];
        let mut digests: Vec<_> = all.iter().map(|sample| digest(sample, None)).collect();
        digests.push(digest(&base(), Some(*b"0123456789abcdef")));
        let one = SampleRequest {
            stop_sequences: stop(&["about"]),
            ..base()
        };
        digests.push(digest(&one, Some(*b"0123456789abcdef")));
        let count = digests.len();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), count);
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
