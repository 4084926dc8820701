use mrtr_runtime::prelude::*;

#[mrtr_tool(allow(clok))]
async fn close() -> Result<String, Refused> {
    ask_confirm!("Close?").await?;
    Ok(String::new())
}

fn main() {}
