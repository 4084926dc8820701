use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let (name, town) = tokio::join!(ask_elicit!(String, "Who?"), ask_elicit!(String, "Where?"));
    Ok(name.unwrap() + &town?) // mistake
}

#[mrtr_tool]
async fn meet() -> Result<String, Refused> {
    let asks = tokio::try_join!(ask_elicit!(String, "Who?"), ask_elicit!(String, "Where?"));
    let (name, town) = asks.unwrap(); // mistake
    Ok(name + &town)
}

fn main() {}
