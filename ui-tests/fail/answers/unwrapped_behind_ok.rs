use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Who?").await.ok().unwrap(); // mistake
    let town = ask_elicit!(String, "Where?").await.map_err(|refused| refused.to_string()).expect("a town"); // mistake
    Ok(name + &town)
}

fn main() {}
