#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(path: String) -> Result<String, ToolError> {
    let _sure = ask_elicit!(bool, "Delete {path}?").await?; // mistake
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

fn main() {}
