use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(Option<String>, "Who?").await?;
    Ok(name.unwrap_or_default())
}
