use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

#[mrtr_tool]
async fn delete(flow: Flow) -> Result<String, Refused> {
    sure(flow).await?;
    Ok(String::new())
}

fn main() {}
