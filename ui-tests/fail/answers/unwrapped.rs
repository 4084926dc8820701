use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Who?").await.unwrap();
    Ok(name)
}

fn main() {}
