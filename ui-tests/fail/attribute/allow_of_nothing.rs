use mrtr_runtime::prelude::*;

#[mrtr_tool(allow())]
async fn handler() -> Result<(), Refused> {
    ask_confirm!("Go?").await?;
    Ok(())
}

fn main() {}
