#![deny(unused_must_use)]

use std::collections::HashMap;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler(counts: HashMap<String, u32>) -> Result<(), Refused> {
    for (name, count) in &counts {
        ask_confirm!("Reset {name} ({count})?").await?;
    }
    Ok(())
}

fn main() {}
