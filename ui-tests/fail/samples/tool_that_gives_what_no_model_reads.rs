use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

struct Found(u32);

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let answer = ask_sample!(tools = tools, run = |_| async { Found(7) }, "Where is it?").await;
    Ok(answer.text()?)
}

fn main() {}
