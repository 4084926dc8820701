use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count(text: String) -> Result<String, ToolError> {
    let count = ask_sample!(max_tokens = 10, u32, "How many words has this?\n{text}").await?;
    Ok(count.to_string())
}

fn main() {}
