use mrtr_runtime::prelude::*;

#[derive(serde::Serialize, serde::Deserialize)]
struct DbError;

async fn load() -> Result<u32, DbError> {
    Ok(4)
}

#[mrtr_tool]
async fn query() -> Result<u32, Refused> {
    let row = capture!(load().await).unwrap_or(0);
    ask_confirm!("Take {row}?").await?;
    Ok(row)
}
