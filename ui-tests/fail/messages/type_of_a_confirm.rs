use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    ask_confirm!(bool, "Sure?").await?; // mistake
    ask_confirm!(usize, "How many?").await?; // mistake
    Ok(String::new())
}

fn main() {}
