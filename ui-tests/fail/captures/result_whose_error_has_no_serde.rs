use mrtr_runtime::prelude::*;

struct DbError;

async fn load() -> Result<u32, DbError> {
    Ok(4)
}

#[mrtr_tool]
async fn query() -> Result<u32, DbError> {
    let row = capture!(load().await)?;
    Ok(row)
}

fn main() {}
