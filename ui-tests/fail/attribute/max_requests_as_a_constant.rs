use mrtr_runtime::prelude::*;

const MOST: u32 = 4;

#[mrtr_tool(max_requests = MOST)]
async fn remove() -> Result<String, Refused> {
    ask_confirm!("Remove it?").await?;
    Ok(String::new())
}

fn main() {}
