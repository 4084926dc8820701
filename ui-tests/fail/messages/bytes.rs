use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    ask_confirm!(b"Delete it?").await?;
    Ok(String::new())
}

fn main() {}
