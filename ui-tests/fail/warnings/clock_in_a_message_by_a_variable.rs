#![deny(unused_must_use)]

use std::time::SystemTime;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    let now = SystemTime::now();
    ask_confirm!("It is {now:?}. Restart now?").await?;
    Ok(())
}

fn main() {}
