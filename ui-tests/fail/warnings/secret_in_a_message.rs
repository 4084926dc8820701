#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn login() -> Result<String, Refused> {
    let answer = ask_elicit!(String, "Paste your GitHub token").await?;
    Ok(answer)
}

fn main() {}
