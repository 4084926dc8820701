//! A question as its client got it.

use std::fmt::{self, Write as _};

use serde_json::Value;

use super::redact::redacted;
use crate::InputRequest;
use crate::form::FormField;

/// A question as its client got it.
///
/// ```
/// use mrtr_runtime::prelude::*;
/// use mrtr_runtime::testing::{Script, TestClient};
///
/// #[mrtr_tool]
/// async fn delete() -> Result<(), Refused> {
///     ask_confirm!(key = "sure", "Delete it?").await
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let script = Script::new().confirm("sure");
/// let run = TestClient::new().run(&script, async |flow| delete(flow).await);
/// let run = run.await.unwrap();
/// let question = run.question("sure").unwrap();
/// assert_eq!(question.message(), Some("Delete it?"));
/// assert_eq!(question.params()["requestedSchema"]["required"][0], "confirm");
/// # }
/// ```
#[derive(Clone)]
pub struct Question {
    method: String,
    params: Value,
    /// As a transcript shows it.
    shown: String,
}

impl Question {
    /// Its method: `elicitation/create`, `sampling/createMessage` or `roots/list`.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Its params, as they are sent.
    #[must_use]
    pub fn params(&self) -> &Value {
        &self.params
    }

    /// What the person reads.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.params.get("message")?.as_str()
    }

    /// Whether it sends the person to a page.
    pub(super) fn is_page(&self) -> bool {
        self.params.get("url").is_some()
    }

    /// As it stands in `inputRequests`.
    #[cfg(feature = "rmcp")]
    pub(super) fn of_wire(request: &Value) -> Self {
        let part = |name: &str| request.get(name).cloned().unwrap_or_default();
        let method = part("method").as_str().unwrap_or_default().to_owned();
        let params = part("params");
        let schema = params.get("requestedSchema").cloned().unwrap_or_default();
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.cloned().unwrap_or_default();
        let fields = schema.get("properties").and_then(Value::as_object);
        let fields = fields.into_iter().flatten().map(|(name, field)| {
            let is_required = required.iter().any(|known| known == name);
            shown_field(name, &field.to_string(), is_required)
        });
        Self::new(method, params, fields.collect())
    }

    fn new(method: String, params: Value, fields: String) -> Self {
        let shown = shown(&method, &params, &fields);
        Self {
            method,
            params,
            shown,
        }
    }

    /// How a transcript shows it under a key.
    pub(super) fn write(&self, out: &mut String, key: &str) -> fmt::Result {
        writeln!(out, "asks {key} {}", self.shown)
    }
}

/// With the members of a schema in the order in which they are sent, whatever maps do in this build.
impl From<&InputRequest> for Question {
    fn from(request: &InputRequest) -> Self {
        let sent = serde_json::to_value(request).unwrap_or_default();
        let params = sent.get("params").cloned().unwrap_or_default();
        let fields = match request {
            InputRequest::Elicit { form, .. } => form.fields(),
            _ => &[],
        };
        let fields = fields.iter().map(|field: &FormField| {
            let schema = serde_json::to_string(field).unwrap_or_default();
            shown_field(field.name(), &schema, field.is_required())
        });
        Self::new(request.method().to_owned(), params, fields.collect())
    }
}

/// As it is sent.
impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("method", &self.method)
            .field("params", &self.params)
            .finish()
    }
}

fn shown_field(name: &str, schema: &str, is_required: bool) -> String {
    let optional = if is_required { "" } else { " (optional)" };
    format!("\n  {name}: {schema}{optional}")
}

fn shown(method: &str, params: &Value, fields: &str) -> String {
    let text = |name: &str| params.get(name).and_then(Value::as_str);
    let message = indented(text("message").unwrap_or_default());
    match (method, text("url")) {
        ("elicitation/create", None) => format!("(form): {message}{fields}"),
        ("elicitation/create", Some(url)) => format!("(url): {message}\n  at {}", redacted(url)),
        ("sampling/createMessage", _) => format!("(sample){}", shown_sample(params)),
        ("roots/list", _) => "(roots)".to_owned(),
        (method, _) => format!("({method})"),
    }
}

fn shown_sample(params: &Value) -> String {
    let list = |name: &str| {
        let list = params.get(name).and_then(Value::as_array);
        list.cloned().unwrap_or_default()
    };
    let system = params.get("systemPrompt").and_then(Value::as_str);
    let system = system.map(|system| format!("\n  system: {}", indented(system)));
    let messages = list("messages").into_iter().map(|message| {
        let role = message.get("role").and_then(Value::as_str);
        let content = message.get("content").unwrap_or(&message);
        let text = content.get("text").and_then(Value::as_str);
        let content = text.map_or_else(|| content.to_string(), indented);
        format!("\n  {}: {content}", role.unwrap_or("message"))
    });
    let tools = list("tools").into_iter().map(|tool| {
        let name = tool.get("name").and_then(Value::as_str);
        format!("\n  tool: {}", name.unwrap_or_default())
    });
    system.into_iter().chain(messages).chain(tools).collect()
}

/// A text of several lines, the later ones set in.
pub(super) fn indented(text: &str) -> String {
    text.replace('\n', "\n    ")
}
