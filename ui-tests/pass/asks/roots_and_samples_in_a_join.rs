use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan() -> Result<String, ToolError> {
    let (folders, poem, plan, name) = tokio::join!(
        ask_roots!(),
        ask_sample!(max_tokens = 60, "A poem"),
        ask_sample!(Plan, max_tokens = 60, "A plan"),
        ask_elicit!(String, "Name?"),
    );
    let count = folders.iter().count();
    let (poem, plan, name) = (poem.text()?, plan?, name?);
    let steps = plan.steps.join(", ");
    Ok(format!("{name} in {count} folders: {poem}, {steps}"))
}
