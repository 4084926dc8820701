use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};

async fn look(call: ToolUse) -> Result<String, ToolError> {
    let words: Vec<String> = call.input()?;
    Ok(words.join(" "))
}

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    Ok(ask_sample!(tools = tools, run = look, "Where?")
        .await
        .text()?)
}
