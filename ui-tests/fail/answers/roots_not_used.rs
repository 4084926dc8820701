#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn list() -> Result<(), Refused> {
    ask_roots!().await;
    Ok(())
}

fn main() {}
