#![deny(warnings)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn login() -> Result<String, Refused> {
    let password = ask_elicit!(String, "What is it?").await?; // mistake
    let api_key: Option<String> = ask_elicit!(Option<String>, "And the other?").await?; // mistake
    Ok(password + &api_key.unwrap_or_default())
}

fn main() {}
