use mrtr_runtime::prelude::*;

#[mrtr_tool(max_requests = 1000)]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(String::new())
}

fn main() {}
