#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?"); // mistake
    eprintln!("{sure:?}");
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

fn main() {}
