#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn asked(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await; // mistake
    if sure.is_err() {
        eprintln!("kept");
    }
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

#[mrtr_tool]
async fn matched(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await; // mistake
    match sure {
        Ok(()) => println!("agreed"),
        Err(refused) => eprintln!("{refused}"),
    }
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

#[mrtr_tool]
async fn shown(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await.is_ok(); // mistake
    println!("agreed: {sure}");
    std::fs::remove_file(&path)?;
    Ok(String::from("deleted"))
}

fn main() {}
