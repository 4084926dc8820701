use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let (name, town) = tokio::join!(ask_elicit!(String, "Name?")?, ask_elicit!(String, "Town?"));
    Ok(format!("{name} of {}", town?))
}

fn main() {}
