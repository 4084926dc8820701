#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Who?").await.unwrap_or_default();
    Ok(name)
}

fn main() {}
