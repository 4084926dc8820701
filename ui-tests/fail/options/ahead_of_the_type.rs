use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    Ok(ask_elicit!(key = "which", String, "Which one?").await?)
}

fn main() {}
