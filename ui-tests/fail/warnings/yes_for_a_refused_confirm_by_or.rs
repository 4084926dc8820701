#![deny(warnings)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete {name}?").await.or(Ok::<(), Refused>(()))?; // mistake
    ask_confirm!("Really?").await.or_else(|_| Ok::<(), Refused>(()))?; // mistake
    ask_confirm!("Really, really?").await.unwrap_or_else(|_| ()); // mistake
    Ok(name)
}

fn main() {}
