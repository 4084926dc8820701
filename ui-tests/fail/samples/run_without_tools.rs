use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ask() -> Result<String, ToolError> {
    let answer = ask_sample!(run = |call| async move { call.name }, "What now?").await;
    Ok(answer.text()?)
}

fn main() {}
