#![deny(warnings)]
use mrtr_runtime::prelude::*;
use std::time::SystemTime;

#[mrtr_tool]
async fn remind() -> Result<String, Refused> {
    let hour = ask_elicit!(u64, or = since(SystemTime::now()), "At which hour?").await?;
    let secs = ask_elicit!(u64, or = SystemTime::now().elapsed().map_or(0, |t| t.as_secs()), "In how many seconds?").await?;
    ask_confirm!("Remind you in {secs} s?").await?;
    Ok(hour.to_string())
}

fn since(_: SystemTime) -> u64 {
    7
}

fn main() {}
