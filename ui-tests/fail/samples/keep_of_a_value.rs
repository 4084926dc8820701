use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count() -> Result<String, ToolError> {
    let count = ask_sample!(u32, keep = mrtr_runtime::Sample::only_text, "How many?").await?;
    Ok(count.to_string())
}

fn main() {}
