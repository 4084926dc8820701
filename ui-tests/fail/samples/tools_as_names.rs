use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn search() -> Result<String, ToolError> {
    let answer = ask_sample!(tools = ["search"], run = |call| async move { call.name }, "Where?");
    Ok(answer.await.text()?)
}

fn main() {}
