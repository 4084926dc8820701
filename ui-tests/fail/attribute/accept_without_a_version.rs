use mrtr_runtime::prelude::*;

#[mrtr_tool(accept = [1])]
async fn pay() -> Result<String, Refused> {
    ask_confirm!("Pay?").await?;
    Ok(String::new())
}

fn main() {}
