use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan(goal: &str) -> Result<String, ToolError> {
    let plan = ask_sample!(
        Plan,
        check = |plan| {
            ask_confirm!("Take {} steps?", plan.steps.len());
            Ok(())
        },
        "Plan how to {goal}"
    );
    Ok(plan.await?.steps.join(", "))
}

fn main() {}
