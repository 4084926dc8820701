use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn migrate() -> bool {
    become_task!().await
}

fn main() {}
