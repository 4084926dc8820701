use mrtr_runtime::prelude::*;
use rmcp::serde_json::Value;

#[mrtr_tool]
async fn describe(picture: Value) -> Result<String, ToolError> {
    Ok(ask_sample!(max_tokens = 200, content = [picture]).await.text()?)
}

fn main() {}
