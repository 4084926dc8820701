use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn talk() -> Result<String, ToolError> {
    Ok(ask_sample!(messages = ["Hi", "Hello"], "Go on").await.text()?)
}

fn main() {}
