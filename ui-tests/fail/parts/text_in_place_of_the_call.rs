use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn pick() -> Result<String, Refused> {
    ask_elicit!(String, "Which?").await
}

#[mrtr_tool]
async fn open() -> Result<String, Refused> {
    let other = part!("pick").await?;
    Ok(other)
}

fn main() {}
