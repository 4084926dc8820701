use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> String {
    let summary = ask_sample!(max_token = 400, "Summarize").await;
    drop(summary);
    String::new()
}

fn main() {}
