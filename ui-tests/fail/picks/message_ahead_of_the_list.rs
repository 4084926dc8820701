use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<String, Refused> {
    let file = ask_pick!("Which file?", files).await?;
    Ok(file)
}

fn main() {}
