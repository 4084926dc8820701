use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn rename(name: String) -> Result<String, Refused> {
    ask_elicit!(String, fill = &name, fill = "x", "What shall it be called?").await
}

fn main() {}
