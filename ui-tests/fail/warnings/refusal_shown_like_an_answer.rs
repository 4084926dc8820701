#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, ToolError> {
    let name = ask_elicit!(String, "Who are you?").await; // mistake
    Ok(format!("Hello {name:?}"))
}

fn main() {}
