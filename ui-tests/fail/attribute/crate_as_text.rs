use mrtr_runtime::prelude::*;

#[mrtr_tool(crate = "mrtr_runtime")]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(String::new())
}

fn main() {}
