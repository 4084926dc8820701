use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> String {
    let task = tokio::spawn(async { capture!(4) });
    drop(task);
    String::new()
}

fn main() {}
