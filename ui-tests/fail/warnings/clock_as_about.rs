#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::SystemTime;

#[mrtr_tool]
async fn publish() -> Result<String, Refused> {
    ask_confirm!(about = SystemTime::now(), "Publish?").await?;
    Ok(String::new())
}

fn main() {}
