use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ask() -> Result<String, ToolError> {
    Ok(ask_sample!(modell = "claude", "What now?").await.text()?)
}

fn main() {}
