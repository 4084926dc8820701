#![deny(unused_must_use)]

use std::time::Instant;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler(end: Instant) -> Result<(), Refused> {
    if Instant::now() < end {
        ask_confirm!("Early?").await?;
    } else {
        ask_confirm!("Late?").await?;
    }
    Ok(())
}

fn main() {}
