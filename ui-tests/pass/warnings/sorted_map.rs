use std::collections::HashMap;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
#[allow(clippy::implicit_hasher)]
async fn reset(counts: HashMap<String, u32>) -> Result<u32, Refused> {
    let mut names: Vec<_> = counts.keys().cloned().collect();
    names.sort();
    let total: u32 = counts.values().sum();
    for name in names {
        ask_confirm!("Reset {name}, of {total}?").await?;
    }
    Ok(total)
}
