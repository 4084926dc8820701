use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn rename(file: &str) -> Result<String, Refused> {
    let rename = |name: &str| format!("{name}.bak");
    ask_confirm!("Rename {file}?").await?;
    Ok(rename(file))
}
