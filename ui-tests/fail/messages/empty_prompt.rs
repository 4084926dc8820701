use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> String {
    let summary = ask_sample!(" \n").await;
    drop(summary);
    String::new()
}

fn main() {}
