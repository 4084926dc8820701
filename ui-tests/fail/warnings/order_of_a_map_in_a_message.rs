#![deny(unused_must_use)]

use std::collections::HashMap;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler(counts: HashMap<String, u32>) -> Result<(), Refused> {
    let names = counts.keys().cloned().collect::<Vec<_>>().join(", ");
    ask_confirm!("Reset {names}?").await?;
    Ok(())
}

fn main() {}
