use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan(goal: &str, most: usize) -> Result<String, ToolError> {
    let check = |plan: &Plan| if plan.steps.len() > most { Err("too many steps".to_owned()) } else { Ok(()) };
    let plan = ask_sample!(Plan, check = check, "Plan how to {goal}").await?;
    Ok(plan.steps.join(", "))
}

fn main() {}
