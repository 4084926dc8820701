use mrtr_runtime::prelude::*;

struct Plan;

#[mrtr_tool]
async fn plan() -> Result<String, ToolError> {
    let plan = ask_sample!(Plan, "Plan it").await?;
    let _: Plan = plan;
    Ok(String::new())
}

fn main() {}
