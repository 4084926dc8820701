use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn search() -> Result<String, ToolError> {
    let tools = [mrtr_runtime::SampleTool::new("search", "Searches", ())];
    let tools = tools.to_vec();
    let answer = ask_sample!(tools = tools.clone(), run = |call| format!("no {}", call.name), "Where?").await;
    drop(tools);
    Ok(answer.text()?)
}

fn main() {}
