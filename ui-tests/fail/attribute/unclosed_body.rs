use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    let text = ;
    Ok(text)
}

fn main() {}
