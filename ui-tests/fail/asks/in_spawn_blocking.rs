use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let task = tokio::task::spawn_blocking(|| ask_confirm!("Sure?"));
    drop(task);
    Ok(String::new())
}

fn main() {}
