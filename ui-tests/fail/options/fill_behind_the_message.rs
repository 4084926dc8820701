use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn rename(name: String) -> Result<String, Refused> {
    ask_elicit!(String, "What shall it be called?", fill = &name).await
}

fn main() {}
