#![allow(deprecated)]
#![deny(warnings)]

use std::time::SystemTime;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    ask_confirm!("It is {:?}. Restart now?", SystemTime::now()).await?;
    Ok(())
}

fn main() {}
