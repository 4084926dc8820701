use mrtr_runtime::prelude::*;
use mrtr_runtime::ask_confirm as sure;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    sure!("Delete?").await?;
    Ok(String::new())
}

fn main() {}
