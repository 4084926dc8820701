use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> String {
    capture!();
    String::new()
}

fn main() {}
