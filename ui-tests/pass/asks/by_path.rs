use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    mrtr_runtime::ask_confirm!("Delete?").await?;
    Ok(String::new())
}
