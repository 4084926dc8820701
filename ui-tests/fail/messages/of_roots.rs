use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn list() -> String {
    let roots = ask_roots!("Which?").await;
    drop(roots);
    String::new()
}

fn main() {}
