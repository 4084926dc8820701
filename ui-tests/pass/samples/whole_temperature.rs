use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn complete(text: &str, heat: f32) -> Result<String, ToolError> {
    let cold = ask_sample!(temperature = 1, max_tokens = 200, "Complete {text}").await;
    let warm = ask_sample!(temperature = 0.5, "Complete {text}").await;
    let hot = ask_sample!(temperature = heat, "Complete {text}").await;
    Ok([cold.text()?, warm.text()?, hot.text()?].concat())
}
