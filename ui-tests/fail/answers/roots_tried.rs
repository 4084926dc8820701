use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn list() -> Result<String, Refused> {
    let roots = ask_roots!().await?;
    Ok(format!("{roots:?}"))
}

fn main() {}
