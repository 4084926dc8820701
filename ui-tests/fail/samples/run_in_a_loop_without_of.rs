use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};

async fn look(call: ToolUse) -> String {
    call.name
}

#[mrtr_tool]
async fn search(rows: Vec<String>, tool: SampleTool) -> Result<String, ToolError> {
    let mut found = String::new();
    for row in &rows {
        found += &ask_sample!(tools = [tool.clone()], run = look, "Find {row}").await.text()?;
    }
    Ok(found)
}

fn main() {}
