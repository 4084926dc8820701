use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

#[mrtr_tool(unsolicited)]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let answer = ask_sample!(tools = tools, run = |call| async move { call.name }, "Where?").await;
    Ok(answer.text()?)
}

fn main() {}
