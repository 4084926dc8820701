use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let all = vec![
        ask_elicit!(String, "First?").await?,
        ask_elicit!(String, "Second?").await?,
    ];
    Ok(format!("{all:?} {}", ask_elicit!(String, "Third?").await?))
}
