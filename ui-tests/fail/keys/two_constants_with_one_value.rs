use mrtr_runtime::prelude::*;

const FIRST: &str = "name";
const LAST: &str = "name";

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let first = ask_elicit!(String, key = FIRST, "First name?").await?;
    let last = ask_elicit!(String, key = LAST, "Last name?").await?;
    Ok(first + &last)
}

fn main() {}
