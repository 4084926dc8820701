#![deny(unused_must_use)]

use std::time::SystemTime;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler(flow: Flow, invoice: u32) -> Result<String, Refused> {
    ask_confirm!("Pay?").await?;
    Ok(flow.key("pay", &(invoice, SystemTime::now())))
}

fn main() {}
