//! What is made of a refusal in other ways than by `?`.
#![deny(warnings)]
use mrtr_runtime::prelude::*;

fn delete(path: &str) {
    println!("{path} is gone");
}

#[mrtr_tool]
async fn returns(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    if sure.is_err() {
        eprintln!("kept");
        return Ok(String::from("kept"));
    }
    delete(&path);
    Ok(String::from("deleted"))
}

#[mrtr_tool]
async fn matches(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    match sure {
        Ok(()) => delete(&path),
        Err(refused) => eprintln!("{refused}"),
    }
    Ok(path)
}

#[mrtr_tool]
async fn branches(path: String) -> Result<String, ToolError> {
    let agreed = ask_confirm!("Delete {path}?").await.is_ok();
    println!("agreed: {agreed}");
    if agreed {
        delete(&path);
    }
    Ok(path)
}

#[mrtr_tool]
async fn assigns(path: String) -> Result<String, ToolError> {
    let mut left = true;
    let sure = ask_confirm!("Delete {path}?").await;
    if sure.is_ok() {
        left = false;
    }
    Ok(format!("{path}: {left}"))
}

#[mrtr_tool]
async fn goes_without(_path: String) -> Result<String, ToolError> {
    let nick = ask_elicit!(String, "What shall we call you?").await.ok();
    Ok(nick.unwrap_or_else(|| String::from("you")))
}

#[mrtr_tool]
async fn tells_apart(path: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {path}?").await;
    if matches!(sure, Err(Refused::Declined { .. })) {
        return Ok(String::from("kept"));
    }
    sure?;
    delete(&path);
    Ok(String::from("deleted"))
}

#[allow(clippy::needless_for_each)] // a closure is what this case is about
#[mrtr_tool]
async fn looks_through(paths: Vec<String>) -> Result<String, ToolError> {
    let mut agreed = Vec::new();
    for path in &paths {
        if ask_confirm!(of = path, "Delete {path}?").await.is_ok() {
            agreed.push(path);
        }
    }
    agreed.iter().for_each(|path| delete(path));
    Ok(format!("{}", agreed.len()))
}

#[mrtr_tool]
async fn hands_on(path: String) -> Result<(), Refused> {
    let sure = ask_confirm!("Delete {path}?").await;
    println!("{sure:?}");
    sure
}

#[mrtr_tool]
async fn only_remarks() -> Result<String, ToolError> {
    let useful = ask_elicit!(bool, "Was that useful?").await?;
    println!("useful: {useful}");
    Ok(String::from("thanks"))
}

fn main() {}
