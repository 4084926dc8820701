#![deny(unused_must_use)]

use std::time::Duration;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    let hour = Duration::from_secs(3600);
    if let Ok(answer) = tokio::time::timeout(hour, ask_confirm!("Sure?")).await {
        answer?;
    }
    Ok(())
}

fn main() {}
