use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};

fn look(call: ToolUse) -> String {
    call.name
}

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let answer = ask_sample!(tools = tools, run = look, "Where is it?").await;
    Ok(answer.text()?)
}

fn main() {}
