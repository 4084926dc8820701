use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn complete(text: &str) -> Result<String, ToolError> {
    let one = ask_sample!(max_tokens = 1.5, "Complete {text}").await; // mistake
    let none = ask_sample!(max_tokens = 0.0, "Complete {text}").await; // mistake
    Ok(one.text()? + &none.text()?)
}

fn main() {}
