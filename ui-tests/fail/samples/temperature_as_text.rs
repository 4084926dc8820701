use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn complete(text: &str) -> Result<String, ToolError> {
    let sample = ask_sample!(temperature = "hot", "Complete {text}").await;
    Ok(sample.text()?)
}

fn main() {}
