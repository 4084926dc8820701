use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<usize, Refused> {
    let names = ask_elicit!(Vec<String>, "Which?").await?;
    Ok(names.len())
}

fn main() {}
