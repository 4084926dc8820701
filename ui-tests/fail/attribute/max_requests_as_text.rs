use mrtr_runtime::prelude::*;

#[mrtr_tool(max_requests = "3")]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete {name}?").await?;
    Ok(name)
}

fn main() {}
