use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn migrate() -> u32 {
    become_task!().await;
    4
}

fn main() {}
