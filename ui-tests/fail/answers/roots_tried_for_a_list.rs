use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let roots: Vec<Root> = ask_roots!().await?;
    Ok(format!("{}", roots.len()))
}

fn main() {}
