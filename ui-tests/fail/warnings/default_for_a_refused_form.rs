#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Elicit, Default)]
struct Who {
    name: String,
}

#[mrtr_tool]
async fn handler() -> Result<String, Refused> {
    let who: Who = ask_elicit!(Who, "Who?").await.unwrap_or_default();
    Ok(who.name)
}

fn main() {}
