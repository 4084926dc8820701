#![deny(warnings)]
use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    let _ = part!(sure()).await; // mistake
    part!(key = "again", sure()).await.ok(); // mistake
    Ok(name)
}

fn main() {}
