use mrtr_runtime::prelude::*;

struct File {
    name: String,
}

#[mrtr_tool]
async fn delete(files: Vec<File>) -> Result<usize, Refused> {
    for file in &files {
        ask_confirm!(of = file, "Delete {}?", file.name).await?;
    }
    Ok(files.len())
}

fn main() {}
