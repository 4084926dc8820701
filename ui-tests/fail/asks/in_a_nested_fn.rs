use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    async fn sure() -> Result<(), Refused> {
        ask_confirm!("Sure?").await
    }
    sure().await?;
    Ok(String::new())
}

fn main() {}
