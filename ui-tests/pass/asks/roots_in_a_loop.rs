use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn folders() -> String {
    let mut paths = String::new();
    let roots = ask_roots!().await;
    for root in &roots {
        paths += root.path();
    }
    for root in roots {
        paths += root.uri();
    }
    paths
}
