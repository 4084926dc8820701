use mrtr_runtime::prelude::*;

#[mrtr_tool(unsolicited)]
async fn greet() -> Result<String, Refused> {
    let greeting = capture!(String::from("Hello"));
    let name = ask_elicit!(String, "Who?").await?;
    Ok(greeting + &name)
}

fn main() {}
