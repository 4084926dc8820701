use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<(), Refused> {
    ask_confirm!(type_in = "", "Delete it?").await
}

fn main() {}
