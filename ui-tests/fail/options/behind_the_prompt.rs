use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize(body: &str) -> String {
    let summary = ask_sample!("Summarize {body}", max_tokens = 400).await;
    drop(summary);
    String::new()
}

fn main() {}
