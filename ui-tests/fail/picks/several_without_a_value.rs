use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<usize, Refused> {
    let open = ask_pick!(files, several, "Which files?").await?;
    Ok(open.len())
}

fn main() {}
