#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::Instant;

#[mrtr_tool]
async fn restart(start: Instant) -> Result<String, Refused> {
    if Instant::now() > start {
        ask_confirm!("Restart now?").await?;
    }
    Ok(String::new())
}

fn main() {}
