use mrtr_runtime::prelude::*;

#[mrtr_tool(version: 2)]
async fn remove() -> Result<String, Refused> {
    ask_confirm!("Remove it?").await?;
    Ok(String::new())
}

fn main() {}
