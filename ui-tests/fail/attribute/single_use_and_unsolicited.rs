//! An answer that comes without a state can be sent again and again.

use mrtr_runtime::prelude::*;

#[mrtr_tool(single_use, unsolicited)]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Name?").await?;
    Ok(format!("Hello {name}"))
}

fn main() {
    let _ = greet;
}
