#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::SystemTime;

#[mrtr_tool]
async fn restart() -> Result<String, Refused> {
    ask_confirm!("It is {:?}. Restart now?", SystemTime::now()).await?;
    Ok(String::new())
}

fn main() {}
