use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn order() -> Result<String, Refused> {
    let name = ask_elicit!(String, default = "Ann", "For whom?").await?;
    Ok(name)
}

fn main() {}
