use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(file: u32) -> Result<u32, Refused> {
    let file = ask_pick!(file, "Which file?").await?;
    Ok(file)
}

fn main() {}
