use mrtr_runtime::SampleTool;
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn search(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let run = ask_sample!(
        tools = tools,
        run = |call| async move { ask_confirm!("Run {}?", call.name).await.is_ok().to_string() },
        "Search"
    );
    Ok(run.await.text()?)
}

fn main() {}
