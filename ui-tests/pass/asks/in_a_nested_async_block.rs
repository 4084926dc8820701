use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let sure = async { ask_confirm!("Delete?").await };
    sure.await?;
    Ok(String::new())
}
