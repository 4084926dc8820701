use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    let message = String::from("Which?");
    Ok(ask_elicit!(String, message).await?)
}

fn main() {}
