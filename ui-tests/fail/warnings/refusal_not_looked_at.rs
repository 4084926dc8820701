#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[derive(Elicit, Default)]
struct Who {
    name: String,
}

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    let _ = ask_elicit!(Who, "Which one?").await;
    Ok(())
}

fn main() {}
