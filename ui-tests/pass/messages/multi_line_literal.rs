use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(name: &str) -> Result<String, Refused> {
    ask_confirm!(
        "Take {name}?
        It is the last one."
    )
    .await?;
    ask_confirm!(r#"Take "{name}"?"#).await?;
    Ok(String::new())
}
