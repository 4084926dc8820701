use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

fn is_short(text: &String) -> Result<(), String> {
    if text.len() > 100 { Err("too long".to_owned()) } else { Ok(()) }
}

#[mrtr_tool]
async fn plan(goal: &str) -> Result<String, ToolError> {
    let plan = ask_sample!(Plan, check = is_short, "Plan how to {goal}").await?;
    Ok(plan.steps.join(", "))
}

fn main() {}
