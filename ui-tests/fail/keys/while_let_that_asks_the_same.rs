use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn review(_file: &str) -> Result<(), Refused> {
    ask_confirm!("Is that right?").await
}

#[mrtr_tool]
async fn delete(files: Vec<String>) -> Result<usize, Refused> {
    let mut left = files.iter();
    while let Some(file) = left.next() {
        ask_confirm!("Delete it?").await?; // mistake
        part!(review(file)).await?; // mistake
    }
    Ok(files.len())
}

fn main() {}
