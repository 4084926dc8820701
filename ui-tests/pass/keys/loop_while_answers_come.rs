//! What the condition asks is a loop that asks: each turn is another question of the same key.
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn collect() -> Result<String, Refused> {
    let mut names = Vec::new();
    while let Ok(()) = ask_confirm!(key = "more", "One more?").await {
        names.push(ask_elicit!(String, key = "name", "Name?").await?);
    }
    Ok(names.join(", "))
}
