use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let name = ask_elicit!(String, u32, "Name and age?").await?;
    Ok(name)
}

fn main() {}
