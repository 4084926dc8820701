#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::Duration;

#[mrtr_tool]
async fn restart(flow: Flow) -> Result<String, Refused> {
    if flow.started_at().elapsed().unwrap_or_default() > Duration::from_secs(60) {
        ask_confirm!("Still want this?").await?;
    }
    Ok(String::new())
}

fn main() {}
