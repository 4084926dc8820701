use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan(goal: &str) -> Result<String, ToolError> {
    let plan = ask_sample!(Plan, check = |plan| !plan.steps.is_empty(), "Plan how to {goal}").await?;
    Ok(plan.steps.join(", "))
}

fn main() {}
