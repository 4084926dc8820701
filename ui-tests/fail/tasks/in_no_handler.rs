use mrtr_runtime::prelude::*;

async fn migrate() -> bool {
    become_task!().await
}

fn main() {}
