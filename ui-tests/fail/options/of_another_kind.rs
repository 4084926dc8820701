use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    Ok(ask_elicit!(String, max_tokens = 4, "Which one?").await?)
}

fn main() {}
