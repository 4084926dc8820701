#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};
use std::time::SystemTime;

async fn search(call: ToolUse, at: SystemTime) -> String {
    format!("{} at {at:?}", call.name)
}

#[mrtr_tool(strict)]
async fn plan(tools: Vec<SampleTool>) -> Result<String, ToolError> {
    let sample = ask_sample!(
        tools = tools,
        run = |call| async move { search(call, SystemTime::now()).await },
        "Plan it"
    );
    let plan = sample.await.text()?;
    ask_confirm!("Go on with {plan}?").await?;
    Ok(plan)
}
