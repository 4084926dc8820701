#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<(), Refused> {
    let _answer = ask_confirm!("Go?").await;
    Ok(())
}

fn main() {}
