#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

async fn charge(_card: &str) -> Result<(), Refused> {
    Ok(())
}

#[mrtr_tool]
async fn pay(order: u32) -> Result<String, ToolError> {
    let answers = tokio::join!(ask_confirm!("Pay {order}?"), ask_elicit!(String, "To whom?")); // mistake
    charge(&answers.1?).await?;
    Ok(String::from("paid"))
}

fn main() {}
