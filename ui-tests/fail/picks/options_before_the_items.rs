use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<String, Refused> {
    let file: String = ask_pick!(key = "name", files, "Which file?").await?;
    Ok(file)
}

fn main() {}
