use mrtr_runtime::prelude::*;

#[mrtr_tool(single_use = true)]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(String::new())
}

fn main() {}
