use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let task = tokio::spawn(async move { ask_confirm!("Sure?").await });
    drop(task);
    Ok(String::new())
}

fn main() {}
