use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> String {
    ask_sample!("Summarize");
    String::new()
}

fn main() {}
