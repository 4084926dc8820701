use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize(text: &str) -> Result<String, ToolError> {
    Ok(ask_sample!(check = |text| is_short(text), "Summarize: {text}").await.text()?)
}

fn is_short(text: &str) -> Result<(), String> {
    if text.len() > 100 { Err("too long".to_owned()) } else { Ok(()) }
}

fn main() {}
