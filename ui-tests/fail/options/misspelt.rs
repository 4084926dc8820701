use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    Ok(ask_elicit!(String, kye = "which", "Which one?").await?)
}

fn main() {}
