use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> Result<String, Refused> {
    let sample = ask_sample!("Sum it up.").await?; // mistake
    let roots = ask_roots!().await?; // mistake
    Ok(format!("{sample:?} {roots:?}"))
}

fn main() {}
