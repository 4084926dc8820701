use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let name = ask_elicit!(String, "First name?").await?;
    drop(name);
    let name = ask_elicit!(String, "Last name?").await?;
    Ok(name)
}

fn main() {}
