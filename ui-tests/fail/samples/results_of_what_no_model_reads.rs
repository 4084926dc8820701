use mrtr_runtime::SampleMessage;
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn search(so_far: Vec<SampleMessage>) -> Result<String, ToolError> {
    let first = ask_sample!(messages = so_far.clone()).await;
    let calls = first.tool_uses();
    let results = SampleMessage::results(calls.iter().map(|call| (call, 1_u32)));
    Ok(ask_sample!(messages = [(&first).into(), results]).await.text()?)
}

fn main() {}
