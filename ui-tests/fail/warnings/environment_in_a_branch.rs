#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    if std::env::var("ASK").is_ok() {
        ask_confirm!("Sure?").await?;
    }
    Ok(())
}

fn main() {}
