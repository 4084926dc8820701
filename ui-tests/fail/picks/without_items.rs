use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open() -> Result<String, Refused> {
    let file: String = ask_pick!("Which file?").await?;
    Ok(file)
}

fn main() {}
