use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let form = ask_elicit!(str, "Who?").await?;
    Ok(form)
}

fn main() {}
