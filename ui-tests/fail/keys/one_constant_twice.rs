use mrtr_runtime::prelude::*;

const NAME: &str = "name";

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let first = ask_elicit!(String, key = NAME, "First name?").await?;
    let last = ask_elicit!(String, key = NAME, "Last name?").await?;
    Ok(first + &last)
}

fn main() {}
