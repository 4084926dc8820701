use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet(flow: Flow) -> Result<String, Refused> {
    ask_confirm!("Go on?").await?;
    Ok(flow.id().clone())
}
