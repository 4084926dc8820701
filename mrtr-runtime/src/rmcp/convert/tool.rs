//! A tool of rmcp's, as one that a model may call, and what it gives.

use ::rmcp::model::{CallToolResult, Tool};
use serde_json::Value;

use crate::SampleTool;
use crate::ask::{Told, ToolResult};

/// Members that a tool has for a model. What it is to a client, such as whether it becomes a task, is none.
const TOLD: [&str; 8] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "icons",
    "_meta",
];

impl From<Tool> for SampleTool {
    fn from(tool: Tool) -> Self {
        let mut members = serde_json::to_value(&tool).unwrap_or_default();
        if let Value::Object(members) = &mut members {
            members.retain(|name, _| TOLD.contains(&name.as_str()));
        }
        serde_json::from_value(members).unwrap_or_else(|_| {
            let description = tool.description.unwrap_or_default();
            Self::new(
                tool.name,
                description,
                Value::Object((*tool.input_schema).clone()),
            )
        })
    }
}

/// What a tool of rmcp's gave is told to the model as it is.
impl Told for CallToolResult {
    fn told(self) -> ToolResult {
        let content = self.content.iter().map(serde_json::to_value);
        ToolResult::blocks(
            content.filter_map(Result::ok).collect(),
            self.is_error.unwrap_or_default(),
            self.structured_content,
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use ::rmcp::model::{ContentBlock, ToolAnnotations};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_of_rmcp_is_told_with_all_that_a_model_may_know() {
        let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
        let schema = schema.as_object().unwrap().clone();
        let mut tool = Tool::new("search", "Searches the issues", schema.clone());
        tool.title = Some("Search".to_owned());
        tool.annotations = Some(ToolAnnotations::new().read_only(true));
        tool.output_schema = Some(schema.clone().into());
        let told = serde_json::to_value(SampleTool::from(tool)).unwrap();
        let by_hand = SampleTool::new("search", "Searches the issues", schema.clone())
            .title("Search")
            .annotations(json!({"readOnlyHint": true}))
            .output_schema(schema);
        assert_eq!(told, serde_json::to_value(by_hand).unwrap());
    }

    #[test]
    fn a_tool_without_a_description_has_an_empty_one() {
        let mut tool = Tool::new("search", "", serde_json::Map::new());
        tool.description = None;
        assert_eq!(
            SampleTool::from(tool),
            SampleTool::new("search", "", json!({}))
        );
    }

    #[test]
    fn what_a_tool_of_rmcp_gave_is_told_as_it_is() {
        let mut given = CallToolResult::success(vec![ContentBlock::text("3 issues")]);
        given.structured_content = Some(json!({"count": 3}));
        assert_eq!(
            given.told().block("1"),
            json!({
                "type": "tool_result",
                "toolUseId": "1",
                "content": [{"type": "text", "text": "3 issues"}],
                "structuredContent": {"count": 3},
            })
        );
        let failed = CallToolResult::error(vec![ContentBlock::text("down")]);
        assert_eq!(failed.told().block("2")["isError"], true);
    }
}
