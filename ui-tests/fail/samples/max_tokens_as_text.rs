use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn complete(text: &str) -> Result<String, ToolError> {
    let sample = ask_sample!(max_tokens = "200", "Complete {text}").await;
    Ok(sample.text()?)
}

fn main() {}
