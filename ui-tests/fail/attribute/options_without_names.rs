use mrtr_runtime::prelude::*;

const MOST: u32 = 4;

#[mrtr_tool("remove")] // mistake
async fn remove() -> Result<String, Refused> {
    ask_confirm!("Remove it?").await?;
    Ok(String::new())
}

#[mrtr_tool(version: 2)] // mistake
async fn add() -> Result<String, Refused> {
    ask_confirm!("Add it?").await?;
    Ok(String::new())
}

#[mrtr_tool(max_requests = MOST)] // mistake
async fn change() -> Result<String, Refused> {
    ask_confirm!("Change it?").await?;
    Ok(String::new())
}

#[mrtr_tool(allow("clock"))] // mistake
async fn read() -> Result<String, Refused> {
    ask_confirm!("Read it?").await?;
    Ok(String::new())
}

fn main() {}
