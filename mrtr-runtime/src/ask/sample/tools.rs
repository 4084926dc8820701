//! Tools that the client's model calls, and what they give.

use std::collections::HashSet;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Sample;
use crate::texts;

/// The most calls in one message of the model: whoever answers for it decides how many there are.
const CALLS: usize = 16;

/// One call of a tool by the model (MCP 2026-07-28, `ToolUseContent`).
///
/// Its input was written by a model: check it as you would an argument of your own tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolUse {
    /// What its result is matched by.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// What the tool is called with: a JSON object.
    pub input: Value,
}

impl ToolUse {
    /// A call, as a test of what runs it makes one.
    pub fn new(id: impl Into<String>, name: impl Into<String>, input: Value) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            input,
        }
    }

    /// The input as a type.
    ///
    /// ```
    /// # use mrtr_runtime::ToolUse;
    /// #[derive(serde::Deserialize)]
    /// struct Search {
    ///     text: String,
    /// }
    ///
    /// fn text(call: &ToolUse) -> Result<String, serde_json::Error> {
    ///     Ok(call.input::<Search>()?.text)
    /// }
    /// # let _ = text;
    /// ```
    ///
    /// # Errors
    ///
    /// The input is not that of a `T`.
    pub fn input<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(&self.input)
    }

    pub(super) fn read(block: &Value) -> Option<Self> {
        if !is_tool_use(block) {
            return None;
        }
        let text = |name| block.get(name).and_then(Value::as_str);
        let input = match block.get("input") {
            Some(input) if !input.is_object() => return None,
            input => input.cloned().unwrap_or_else(|| json!({})),
        };
        Some(Self::new(text("id")?, text("name")?, input))
    }

    /// There are not too many calls in a message, and each can be answered by one result.
    pub(super) fn check(sample: &Sample) -> Result<(), String> {
        let mut ids = HashSet::new();
        for block in sample.blocks().into_iter().filter(|one| is_tool_use(one)) {
            if ids.len() >= CALLS {
                return Err(texts::too_many_calls(CALLS));
            }
            let call = Self::read(block).ok_or(texts::CALL_WITHOUT_ID)?;
            if !ids.insert(call.id) {
                return Err(texts::CALL_TWICE.to_owned());
            }
        }
        Ok(())
    }
}

fn is_tool_use(block: &Value) -> bool {
    block.get("type").and_then(Value::as_str) == Some("tool_use")
}

/// What a tool gave, as it is recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    content: Vec<Value>,
    is_error: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    structured: Option<Value>,
}

impl ToolResult {
    fn text(text: impl Into<String>) -> Self {
        Self {
            content: vec![json!({"type": "text", "text": text.into()})],
            is_error: false,
            structured: None,
        }
    }

    /// Content blocks as JSON, and what goes with them.
    #[cfg(feature = "rmcp")]
    pub(crate) fn blocks(content: Vec<Value>, is_error: bool, structured: Option<Value>) -> Self {
        Self {
            content,
            is_error,
            structured,
        }
    }

    pub(super) fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    pub(super) fn unknown(name: &str) -> Self {
        Self::error(texts::no_such_tool(name))
    }

    /// In place of one that a state has no room for.
    pub(super) fn too_long(bytes: usize, room: usize) -> Self {
        Self::error(texts::long_result(bytes, room))
    }

    /// The `ToolResultContent` that answers a call.
    pub(crate) fn block(self, call: &str) -> Value {
        let mut block = Map::new();
        block.insert("type".to_owned(), "tool_result".into());
        block.insert("toolUseId".to_owned(), call.into());
        block.insert("content".to_owned(), self.content.into());
        if self.is_error {
            block.insert("isError".to_owned(), true.into());
        }
        if let Some(structured) = self.structured {
            block.insert("structuredContent".to_owned(), structured);
        }
        block.into()
    }
}

/// What a tool that the model called may give: text, JSON, content blocks (as a `Vec<serde_json::Value>`), rmcp's `CallToolResult`,
/// or a `Result` of one of these, whose error is told to the model.
///
/// ```
/// use mrtr_runtime::ToolUse;
///
/// async fn add(call: ToolUse) -> Result<String, serde_json::Error> {
///     let numbers: std::collections::BTreeMap<String, i64> = call.input()?;
///     Ok(numbers.values().sum::<i64>().to_string())
/// }
/// # let _ = add;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a model can be told",
    label = "a tool gives text, a `serde_json::Value`, content blocks as a `Vec` of them, or a `Result` of one of these, whose error displays"
)]
pub trait ToolOutput {
    #[doc(hidden)]
    fn into_result(self) -> ToolResult;
}

#[diagnostic::do_not_recommend]
impl<T: Told> ToolOutput for T {
    fn into_result(self) -> ToolResult {
        self.told()
    }
}

/// [`ToolOutput`] of the type that it is about: of that type itself rustc shows the definition too, and the error takes 16 lines.
#[diagnostic::on_unimplemented(
    message = "`{T}` is nothing that a model can be told",
    label = "a tool gives text, a `serde_json::Value`, content blocks as a `Vec` of them, or a `Result` of one of these, whose error displays"
)]
pub trait IsTold<T> {
    /// As it is recorded.
    fn told(output: T) -> ToolResult;
}

/// Who is told.
#[derive(Debug)]
pub struct Model;

#[diagnostic::do_not_recommend]
impl<T: ToolOutput> IsTold<T> for Model {
    fn told(output: T) -> ToolResult {
        output.into_result()
    }
}

/// What [`ToolOutput`] is implemented for, so that the compiler does not list it all.
pub trait Told {
    /// As it is recorded.
    fn told(self) -> ToolResult;
}

impl Told for String {
    fn told(self) -> ToolResult {
        ToolResult::text(self)
    }
}

impl Told for &str {
    fn told(self) -> ToolResult {
        ToolResult::text(self)
    }
}

impl Told for Value {
    fn told(self) -> ToolResult {
        ToolResult::text(self.to_string())
    }
}

/// Content blocks as JSON (MCP 2026-07-28, `ContentBlock`).
impl Told for Vec<Value> {
    fn told(self) -> ToolResult {
        ToolResult {
            content: self,
            is_error: false,
            structured: None,
        }
    }
}

impl<T: ToolOutput, E: Display> Told for Result<T, E> {
    fn told(self) -> ToolResult {
        match self {
            Ok(output) => output.into_result(),
            Err(error) => ToolResult::error(error.to_string()),
        }
    }
}
