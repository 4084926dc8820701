#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(path: String) -> Result<String, ToolError> {
    if let Err(refused) = ask_confirm!("Delete {path}?").await { // mistake
        eprintln!("{refused}");
    }
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

#[mrtr_tool]
async fn close(path: String) -> Result<String, ToolError> {
    match ask_confirm!("Close {path}?").await {
        Ok(()) => {}
        Err(refused) => eprintln!("{refused}"), // mistake
    }
    Ok(String::from("closed"))
}

fn main() {}
