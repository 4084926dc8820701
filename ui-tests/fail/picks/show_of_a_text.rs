use mrtr_runtime::prelude::*;

struct File {
    name: String,
}

#[mrtr_tool]
async fn open(files: &[File]) -> Result<String, Refused> {
    let file = ask_pick!(files, show = "name", "Which?").await?;
    Ok(file.name.clone())
}

fn main() {}
