#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::SystemTime;

#[mrtr_tool]
async fn pay(flow: Flow) -> Result<String, Refused> {
    ask_confirm!("Pay?").await?;
    Ok(flow.key("pay", &SystemTime::now()))
}

fn main() {}
