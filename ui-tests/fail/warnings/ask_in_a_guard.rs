#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler(size: u32) -> Result<(), Refused> {
    match size {
        n if ask_confirm!("Really {n}?").await.is_ok() => Ok(()),
        _ => Ok(()),
    }
}

fn main() {}
