//! The params of `sampling/createMessage`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The members of a `CreateMessageResult` that a handler can read; the rest is not worth carrying.
pub(crate) const SAMPLE_MEMBERS: [&str; 4] = ["role", "content", "model", "stopReason"];

/// The params of `sampling/createMessage` (MCP 2026-07-28, `CreateMessageRequestParams`).
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SampleRequest {
    /// The conversation, each a `SamplingMessage`.
    pub messages: Vec<Value>,
    /// The most tokens that the model may write.
    pub max_tokens: u32,
    /// The system prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// How freely the model writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Texts at which the model stops.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub stop_sequences: Vec<String>,
    /// What the model may call.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tools: Vec<SampleTool>,
    /// Whether it calls one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// Which model the client should take.
    #[serde(rename = "modelPreferences", skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelPreferences>,
    /// What of MCP servers goes into the prompt.
    #[serde(rename = "includeContext", skip_serializing_if = "Option::is_none")]
    pub context: Option<IncludeContext>,
    /// Handed on to the provider of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
}

/// Prints no text that the model is given.
impl fmt::Debug for SampleRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SampleRequest")
            .field("messages", &self.messages.len())
            .field("max_tokens", &self.max_tokens)
            .finish_non_exhaustive()
    }
}

/// A tool that the client's model may call, in this request (MCP 2026-07-28, `Tool`).
///
/// The model asks for it and your handler runs it. A tool of rmcp's makes one, too: `Search::search_tool_attr().into()` offers the model
/// a tool of your own server with its title, its annotations and the schema of its output.
///
/// ```
/// use mrtr_runtime::SampleTool;
/// use serde_json::json;
///
/// let search = SampleTool::new("search", "Searches the issues", json!({
///     "type": "object",
///     "properties": {"text": {"type": "string"}},
///     "required": ["text"],
/// }));
/// assert_eq!(search.name(), "search");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SampleTool {
    name: String,
    #[serde(default)]
    description: String,
    input_schema: Value,
    /// What else MCP knows about a tool.
    #[serde(flatten)]
    more: Map<String, Value>,
}

impl SampleTool {
    /// A tool whose input fits this JSON Schema, which is to be that of an object.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: impl Into<Value>,
    ) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            input_schema: input_schema.into(),
            more: Map::new(),
        }
    }

    /// The schema of what the tool gives as structured content, and that of an object as a rule.
    #[must_use]
    pub fn output_schema(self, schema: impl Into<Value>) -> Self {
        self.with("outputSchema", schema.into())
    }

    /// A name for people, whom a client may ask before it lets the model call.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.with("title", Value::String(title.into()))
    }

    /// What the tool does to its surroundings (MCP 2026-07-28, `ToolAnnotations`), such as `{"readOnlyHint": true}`.
    #[must_use]
    pub fn annotations(self, annotations: impl Into<Value>) -> Self {
        self.with("annotations", annotations.into())
    }

    fn with(mut self, member: &str, value: Value) -> Self {
        self.more.insert(member.to_owned(), value);
        self
    }

    /// A tool that takes an `Input`.
    ///
    /// ```
    /// use mrtr_runtime::SampleTool;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// # #[allow(dead_code)]
    /// struct Search {
    ///     text: String,
    /// }
    ///
    /// let search = SampleTool::of::<Search>("search", "Searches the issues");
    /// # let _ = search;
    /// ```
    pub fn of<Input: schemars::JsonSchema>(
        name: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        Self::new(name, description, schemars::schema_for!(Input).to_value())
    }

    /// The name that the model calls it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Whether the model calls tools (MCP 2026-07-28, `ToolChoice`).
///
/// ```
/// use mrtr_runtime::prelude::*;
/// use mrtr_runtime::{SampleTool, ToolChoice};
///
/// #[mrtr_tool]
/// async fn answer(tools: Vec<SampleTool>, question: &str) -> Result<String, mrtr_runtime::SampleError> {
///     let run = async |call: mrtr_runtime::ToolUse| format!("nothing in {}", call.name);
///     let sample = ask_sample!(tools = tools, tool_choice = ToolChoice::Auto, run = run, "{question}");
///     Ok(sample.await.text()?)
/// }
/// # let _ = answer;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// At least one.
    Required,
    /// None.
    None,
}

/// What of MCP servers goes into the prompt (MCP 2026-07-28, `includeContext`).
///
/// ```
/// use mrtr_runtime::IncludeContext;
/// use mrtr_runtime::prelude::*;
///
/// #[mrtr_tool]
/// async fn review(flow: Flow, text: &str) -> Result<String, mrtr_runtime::SampleError> {
///     let context = match flow.can(Capability::SamplingContext) {
///         true => IncludeContext::ThisServer,
///         false => IncludeContext::None,
///     };
///     Ok(ask_sample!(context = context, "Review: {text}").await.text()?)
/// }
/// # let _ = review;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum IncludeContext {
    /// Nothing.
    None,
    /// That of this server. The client must declare `sampling.context`.
    ThisServer,
    /// That of all servers of the client. The client must declare `sampling.context`.
    AllServers,
}

/// Which model the client should take; it may take another (MCP 2026-07-28, `ModelPreferences`).
///
/// A name alone is a hint: `ask_sample!(model = "claude-sonnet", "..")`.
///
/// ```
/// use mrtr_runtime::ModelPreferences;
/// use mrtr_runtime::prelude::*;
///
/// #[mrtr_tool]
/// async fn summarize(text: &str) -> Result<String, mrtr_runtime::SampleError> {
///     let mut model = ModelPreferences::hints(["claude-haiku", "claude"]);
///     model.cost_priority = Some(0.9);
///     Ok(ask_sample!(model = model, "Summarize: {text}").await.text()?)
/// }
/// # let _ = summarize;
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ModelPreferences {
    /// Names or parts of names, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    hints: Vec<Hint>,
    /// How much a low price matters, from 0.0 to 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_priority: Option<f64>,
    /// How much speed matters, from 0.0 to 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed_priority: Option<f64>,
    /// How much ability matters, from 0.0 to 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intelligence_priority: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Hint {
    name: String,
}

impl ModelPreferences {
    /// Models by their names or parts of them, the best first.
    pub fn hints<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        let hints = names.into_iter().map(|name| Hint { name: name.into() });
        Self {
            hints: hints.collect(),
            ..Self::default()
        }
    }
}

impl From<&str> for ModelPreferences {
    fn from(name: &str) -> Self {
        Self::hints([name])
    }
}

impl From<String> for ModelPreferences {
    fn from(name: String) -> Self {
        Self::hints([name])
    }
}

impl<const N: usize> From<[&str; N]> for ModelPreferences {
    fn from(names: [&str; N]) -> Self {
        Self::hints(names)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    #[test]
    fn absent_parts_are_not_sent() {
        let request = SampleRequest::default();
        assert_eq!(
            serde_json::to_value(request).unwrap(),
            json!({"messages": [], "maxTokens": 0})
        );
    }

    #[test]
    fn every_part_is_sent_as_the_spec_spells_it() {
        let request = SampleRequest {
            messages: vec![json!({"role": "user", "content": []})],
            max_tokens: 5,
            system_prompt: Some("s".to_owned()),
            temperature: Some(0.5),
            stop_sequences: vec!["x".to_owned()],
            tools: vec![SampleTool::new("t", "d", json!({"type": "object"}))],
            tool_choice: Some(ToolChoice::Required),
            model: Some(ModelPreferences {
                speed_priority: Some(1.0),
                ..ModelPreferences::from("claude")
            }),
            context: Some(IncludeContext::ThisServer),
            metadata: json!({"a": 1}).as_object().cloned(),
        };
        let sent = serde_json::to_value(&request).unwrap();
        assert_eq!(
            sent,
            json!({
                "messages": [{"role": "user", "content": []}],
                "maxTokens": 5,
                "systemPrompt": "s",
                "temperature": 0.5,
                "stopSequences": ["x"],
                "tools": [{"name": "t", "description": "d", "inputSchema": {"type": "object"}}],
                "toolChoice": {"mode": "required"},
                "modelPreferences": {"hints": [{"name": "claude"}], "speedPriority": 1.0},
                "includeContext": "thisServer",
                "metadata": {"a": 1},
            })
        );
        assert!(request == serde_json::from_value(sent).unwrap());
    }
}
