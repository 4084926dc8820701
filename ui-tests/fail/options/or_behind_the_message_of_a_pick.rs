use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn print(files: &[String]) -> Result<String, Refused> {
    let file = ask_pick!(files, "Which file?", or = &files[0]).await?;
    Ok(file.clone())
}

fn main() {}
