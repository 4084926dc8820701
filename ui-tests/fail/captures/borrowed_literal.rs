use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let greeting = capture!("Hello");
    ask_confirm!("Say {greeting}?").await?;
    Ok(greeting.to_owned())
}

fn main() {}
