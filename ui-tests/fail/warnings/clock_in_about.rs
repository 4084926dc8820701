#![deny(unused_must_use)]

use std::time::SystemTime;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    ask_confirm!(about = SystemTime::now(), "Publish?").await?;
    Ok(())
}

fn main() {}
