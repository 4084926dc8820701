#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool(max_requests = 2)]
async fn survey() -> Result<String, Refused> {
    let first = ask_elicit!(String, "First?").await?;
    let second = ask_elicit!(String, "Second?").await?;
    let third = ask_elicit!(String, "Third?").await?;
    Ok(first + &second + &third)
}

fn main() {}
