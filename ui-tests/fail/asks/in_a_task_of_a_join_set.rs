use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(async { ask_elicit!(String, "Which?").await });
    Ok(String::new())
}

fn main() {}
