use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("").await?;
    Ok(String::new())
}

fn main() {}
