use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn show() -> Result<u32, Refused> {
    let (id, year) = capture!(std::process::id(), 2026);
    ask_confirm!("Stop {id} of {year}?").await?;
    Ok(id)
}

fn main() {}
