use mrtr_runtime::prelude::*;
use mrtr_runtime::SampleTool;

#[mrtr_tool]
async fn ask(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let answer = ask_sample!(
        tools = tools,
        run = |call| async move { call.name },
        keep = mrtr_runtime::Sample::only_text,
        "Who?"
    );
    Ok(answer.await.text()?)
}

fn main() {}
