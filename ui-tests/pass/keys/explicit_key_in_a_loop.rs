use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(files: Vec<String>) -> Result<usize, Refused> {
    for file in &files {
        ask_confirm!(key = "del", of = file, "Delete {file}?").await?;
    }
    Ok(files.len())
}
