use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let answer = ask_sample!(tools = tools, run = |call| call.name, "Where is it?").await;
    Ok(answer.text()?)
}

fn main() {}
