use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    Ok(ask_elicit!(String, key = "a", key = "b", "Which one?").await?)
}

fn main() {}
