use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn list() -> String {
    let roots = ask_roots!().await;
    roots[0].path().to_owned()
}

fn main() {}
