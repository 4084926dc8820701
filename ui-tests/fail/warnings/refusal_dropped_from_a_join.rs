#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn publish() -> Result<String, Refused> {
    let (_, title) = tokio::join!(
        ask_confirm!("Publish it?"),
        ask_elicit!(String, "Under which title?")
    );
    title
}

fn main() {}
