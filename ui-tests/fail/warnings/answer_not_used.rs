#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    ask_elicit!(String, "Which one?").await?;
    Ok(String::new())
}

fn main() {}
