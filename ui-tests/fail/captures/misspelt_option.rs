use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn query() -> u32 {
    capture!(kee = "rows", 4)
}

fn main() {}
