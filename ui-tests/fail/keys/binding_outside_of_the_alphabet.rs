use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let größe = ask_elicit!(String, "Name?").await?;
    Ok(größe)
}

fn main() {}
