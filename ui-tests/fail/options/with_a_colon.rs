use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!(key: "sure", "Delete {name}?").await?; // mistake
    let why = ask_elicit!(String, title: "Reason", "Why?").await?; // mistake
    let id = capture!(key: "process", std::process::id()); // mistake
    Ok(format!("{name}: {why} {id}"))
}

fn main() {}
