use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(id: u32) -> Result<String, Refused> {
    Ok(ask_elicit!(String, "Which one?", id).await?)
}

fn main() {}
