use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let run = ask_sample!(
        tools = tools,
        run = |call| async move { capture!(call.name) },
        "Search"
    );
    Ok(run.await.text()?)
}

fn main() {}
