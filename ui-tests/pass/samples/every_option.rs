use mrtr_runtime::prelude::*;
use mrtr_runtime::{IncludeContext, SampleMessage, SampleTool, ToolChoice};
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let plan = ask_sample!(
        Plan,
        key = "plan",
        about = "v1",
        system = "You plan",
        max_tokens = 400,
        temperature = 0.2,
        stop = ["END"],
        model = "claude",
        messages = [SampleMessage::user("Hello")],
        content = [],
        context = IncludeContext::None,
        tools = tools,
        tool_choice = ToolChoice::Auto,
        run = |call| async move { call.name },
        check = |plan| match plan.steps.len() {
            0..=9 => Ok(()),
            more => Err(format!("`steps` has {more} items: at most 9")),
        },
        "Plan it"
    );
    Ok(plan.await?.steps.join(", "))
}
