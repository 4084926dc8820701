use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<impl ToString, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(4)
}

fn main() {}
