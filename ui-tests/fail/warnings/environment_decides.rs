#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn restart() -> Result<String, Refused> {
    if std::env::var("ASK").is_ok() {
        ask_confirm!("Restart now?").await?;
    }
    Ok(String::new())
}

fn main() {}
