use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

fn has_steps(plan: &Plan) -> Result<(), String> {
    if plan.steps.is_empty() {
        return Err("`steps` is empty".to_owned());
    }
    Ok(())
}

impl Plan {
    fn check(&self) -> Result<(), String> {
        has_steps(self)
    }
}

#[mrtr_tool(strict)]
async fn plan(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let one = ask_sample!(Plan, check = has_steps, "Plan it").await?;
    let two = ask_sample!(Plan, check = Plan::check, "Plan it again").await?;
    let run = async |call: ToolUse| call.name;
    let three = ask_sample!(
        Plan,
        check = Plan::check,
        tools = tools,
        run = run,
        "And again"
    )
    .await?;
    let count = ask_sample!(
        u32,
        check = |count| if *count < 9 {
            Ok(())
        } else {
            Err(format!("{count} is too many"))
        },
        "How many?"
    );
    Ok(format!(
        "{:?}",
        (one.steps, two.steps, three.steps, count.await?)
    ))
}
