use mrtr_runtime::prelude::*;

#[derive(Debug)]
enum MyError {}

#[mrtr_tool]
async fn greet() -> Result<String, MyError> {
    let name = ask_elicit!(String, "Who?").await?;
    Ok(name)
}

fn main() {}
