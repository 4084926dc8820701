use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let _name = ask_elicit!(String, "Who?").await?;
    Ok(String::new())
}
