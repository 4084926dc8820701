use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let s: String = ask_sample!("Say hello.").await?;
    Ok(s)
}

fn main() {}
