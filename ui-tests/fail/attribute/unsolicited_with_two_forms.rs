use mrtr_runtime::prelude::*;

#[mrtr_tool(unsolicited)]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Who?").await?;
    let city = ask_elicit!(String, "Where?").await?;
    Ok(format!("{name} of {city}"))
}

fn main() {}
