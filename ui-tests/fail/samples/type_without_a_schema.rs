use mrtr_runtime::prelude::*;

#[derive(serde::Deserialize)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan() -> Result<String, ToolError> {
    let plan = ask_sample!(Plan, "Plan it").await?;
    Ok(plan.steps.join(", "))
}

fn main() {}
