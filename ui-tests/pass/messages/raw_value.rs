use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(name: &str) -> Result<String, Refused> {
    ask_confirm!("Take {}?", raw(name)).await?;
    Ok(String::new())
}
