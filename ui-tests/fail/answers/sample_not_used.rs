#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> Result<(), Refused> {
    ask_sample!("Sum it up.").await;
    Ok(())
}

fn main() {}
