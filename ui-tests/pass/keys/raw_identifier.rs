use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    let r#type = ask_elicit!(String, "Which type?").await?;
    Ok(r#type)
}
