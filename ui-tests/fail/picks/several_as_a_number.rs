use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<String, Refused> {
    let files = ask_pick!(files, several = 3, "Which files?").await?;
    Ok(files.join(", "))
}

fn main() {}
