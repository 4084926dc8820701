use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan() -> Result<String, Box<dyn std::error::Error>> {
    let plan: Plan = ask_sample!("Plan it.").await?;
    Ok(plan.steps.join(","))
}

fn main() {}
