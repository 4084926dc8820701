use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let sure = ask_confirm!("Delete?");
    sure.await?;
    Ok(String::new())
}
