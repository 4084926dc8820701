use mrtr_runtime::prelude::*;

const KEY: &str = "user name";

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    Ok(ask_elicit!(String, key = KEY, "Name?").await?)
}

fn main() {}
