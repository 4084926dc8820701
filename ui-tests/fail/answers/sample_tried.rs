use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> Result<String, Refused> {
    let sample = ask_sample!("Sum it up.").await?;
    Ok(format!("{sample:?}"))
}

fn main() {}
