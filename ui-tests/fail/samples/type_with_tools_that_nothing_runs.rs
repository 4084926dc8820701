use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let count = ask_sample!(u32, tools = tools, "How many?").await?;
    Ok(count.to_string())
}

fn main() {}
