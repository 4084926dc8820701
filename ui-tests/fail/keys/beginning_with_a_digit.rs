use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    Ok(ask_elicit!(String, key = "1st", "Name?").await?)
}

fn main() {}
