use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<usize, Refused> {
    let open = ask_pick!(files, severel = 1..=3, "Which files?").await?;
    let _ = open;
    Ok(0)
}

fn main() {}
