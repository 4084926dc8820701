use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query(name: &str) -> Result<String, Refused> {
    let name = capture!(name.trim().to_owned());
    ask_confirm!("Take {name}?").await?;
    Ok(name)
}
