use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn show() -> Result<u32, Refused> {
    let id = capture!(std::process::id(), key = "process");
    ask_confirm!("Stop {id}?").await?;
    Ok(id)
}

fn main() {}
