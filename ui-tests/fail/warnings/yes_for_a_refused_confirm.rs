#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    ask_confirm!("Delete?").await.unwrap_or_default();
    Ok(())
}

fn main() {}
