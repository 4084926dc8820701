use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn complete(text: String) -> Result<String, ToolError> {
    Ok(ask_sample!(stop = "\n", "Complete {text}").await.text()?)
}

fn main() {}
