use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<String, Refused> {
    let file = ask_pick!(key = "file", files, "Which file?").await?;
    Ok(file)
}

fn main() {}
