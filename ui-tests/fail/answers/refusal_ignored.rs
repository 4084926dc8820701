use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(path: &str) {
    ask_confirm!("Delete {path}?").await;
    let _ = std::fs::remove_file(path);
}

fn main() {}
