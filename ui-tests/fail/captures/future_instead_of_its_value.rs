use mrtr_runtime::prelude::*;

async fn count() -> u32 {
    4
}

#[mrtr_tool]
async fn query() -> String {
    let n = capture!(count());
    drop(n);
    String::new()
}

fn main() {}
