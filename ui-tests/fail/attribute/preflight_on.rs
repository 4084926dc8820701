use mrtr_runtime::prelude::*;

#[mrtr_tool(preflight = on)]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(String::new())
}

fn main() {}
