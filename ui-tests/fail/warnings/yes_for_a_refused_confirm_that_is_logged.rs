#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(path: String) -> Result<String, ToolError> {
    ask_confirm!("Delete {path}?").await.unwrap_or_else(|no| eprintln!("{no}"));
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

fn main() {}
