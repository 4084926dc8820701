use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize(prompt: String) -> String {
    let summary = ask_sample!(prompt).await;
    drop(summary);
    String::new()
}

fn main() {}
