#![deny(unused_must_use)]

use std::time::Duration;

use mrtr_runtime::prelude::*;

const MINUTE: Duration = Duration::from_secs(60);

#[mrtr_tool]
async fn handler(flow: Flow) -> Result<(), Refused> {
    if flow
        .started_at()
        .elapsed()
        .is_ok_and(|waited| waited > MINUTE)
    {
        ask_confirm!("Still want this?").await?;
    }
    Ok(())
}

fn main() {}
