#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<String, Refused> {
    ask_elicit!(String, "Paste your GitHub token").await
}

fn main() {}
