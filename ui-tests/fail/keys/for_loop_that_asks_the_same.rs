use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(files: Vec<String>) -> Result<usize, Refused> {
    for _ in &files {
        ask_confirm!("Delete it?").await?;
    }
    Ok(files.len())
}

fn main() {}
