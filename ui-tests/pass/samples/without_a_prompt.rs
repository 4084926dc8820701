use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleMessage, SampleTool, ToolUse};
use rmcp::schemars;
use rmcp::serde_json::{Value, json};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan(
    so_far: Vec<SampleMessage>,
    tools: Vec<SampleTool>,
    picture: Value,
) -> Result<String, ToolError> {
    let run = async |call: ToolUse| call.name;
    let first = ask_sample!(messages = so_far.clone(), tools = tools.clone()).await;
    let calls = first.tool_uses();
    let given: [Result<Value, String>; 2] = [Ok(json!({"found": 0})), Err("no".to_owned())];
    let results = SampleMessage::results(calls.iter().zip(given));
    let next = ask_sample!(
        messages = [(&first).into(), results],
        tools = tools.clone(),
        run = run
    )
    .await;
    let shown = ask_sample!(content = [picture], messages = [SampleMessage::from(&next)]).await;
    let plan = ask_sample!(
        Plan,
        key = "plan",
        messages = [(&shown).into(), SampleMessage::user("Plan it")]
    )
    .await?;
    let last = ask_sample!(Plan, messages = so_far, tools = tools, run = run,).await?;
    Ok(plan.steps.join(", ") + &last.steps.join(", "))
}
