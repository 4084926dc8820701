#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::collections::HashMap;

#[mrtr_tool]
async fn reset(names: Vec<String>) -> Result<usize, Refused> {
    let counts: HashMap<String, usize> = names.into_iter().map(|name| (name, 1)).collect();
    for (name, n) in &counts {
        ask_confirm!("Reset {name} ({n})?").await?;
    }
    Ok(counts.len())
}

fn main() {}
