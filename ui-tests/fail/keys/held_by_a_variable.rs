use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet(key: &'static str) -> Result<String, Refused> {
    Ok(ask_elicit!(String, key = key, "Name?").await?)
}

fn main() {}
