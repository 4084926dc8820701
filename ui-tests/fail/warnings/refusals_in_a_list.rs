#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(paths: Vec<String>) -> Result<String, ToolError> {
    let mut answers = Vec::new(); // mistake
    for path in &paths {
        answers.push(ask_confirm!(of = path, "Delete {path}?").await);
    }
    println!("{} answers", answers.len());
    for path in &paths {
        std::fs::remove_file(path)?;
    }
    Ok(String::from("deleted"))
}

fn main() {}
