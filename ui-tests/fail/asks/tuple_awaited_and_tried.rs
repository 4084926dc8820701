use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let (name, roots) = (ask_elicit!(String, "A?"), ask_roots!()).await?;
    Ok(format!("{name} {}", roots.iter().count()))
}

fn main() {}
