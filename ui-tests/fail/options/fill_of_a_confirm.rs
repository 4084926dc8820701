use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<(), Refused> {
    ask_confirm!(fill = true, "Delete it?").await
}

fn main() {}
