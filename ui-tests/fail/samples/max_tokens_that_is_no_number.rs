use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn complete(text: &str) -> Result<String, ToolError> {
    let one = ask_sample!(max_tokens = "200", "Complete {text}").await; // mistake
    let two = ask_sample!(max_tokens = 1.5, "Complete {text}").await; // mistake
    let least = ask_sample!(max_tokens = 0.0, "Complete {text}").await; // mistake
    let none = ask_sample!(max_tokens = 0, "Complete {text}").await; // mistake
    let warm = ask_sample!(temperature = "hot", "Complete {text}").await; // mistake
    Ok([one.text()?, two.text()?, least.text()?, none.text()?, warm.text()?].concat())
}

fn main() {}
