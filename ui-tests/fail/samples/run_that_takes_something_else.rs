use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

async fn look(name: String) -> String {
    name
}

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let answer = ask_sample!(tools = tools, run = look, "Where is it?").await;
    Ok(answer.text()?)
}

fn main() {}
