use mrtr_runtime::prelude::*;

struct File {
    name: String,
}

#[mrtr_tool]
async fn rename(file: File) -> Result<String, Refused> {
    ask_elicit!(String, default = file.name.clone(), "What shall it be called?").await
}

fn main() {}
