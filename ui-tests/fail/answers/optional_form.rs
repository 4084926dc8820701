use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    let name = ask_elicit!(Option<String>, "Which?").await?;
    Ok(name.unwrap_or_default())
}

fn main() {}
