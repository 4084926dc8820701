use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let first = ask_elicit!(String, key = "name", "First name?").await?;
    let last = ask_elicit!(String, key = "name", "Last name?").await?;
    Ok(first + &last)
}

fn main() {}
