use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet(n: u32) -> Result<String, Refused> {
    Ok(ask_elicit!(String, key = format!("name_{n}"), "Name?").await?)
}

fn main() {}
