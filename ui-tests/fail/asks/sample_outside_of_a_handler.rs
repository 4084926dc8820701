use mrtr_runtime::prelude::*;

async fn summary() -> String {
    ask_sample!("Summarize").await;
    String::new()
}

fn main() {}
