use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    part!(sure().await?);
    Ok(String::new())
}

fn main() {}
