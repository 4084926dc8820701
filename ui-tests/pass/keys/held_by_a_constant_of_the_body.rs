use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    const NAME: &str = "user_name";
    let name = ask_elicit!(String, key = NAME, "Who?").await?;
    Ok(name)
}
