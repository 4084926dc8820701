use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    ask_confirm!("Begin?").await?;
    let name = ask_elicit!(String, key = "confirm_1", "Name?").await?;
    Ok(name)
}

fn main() {}
