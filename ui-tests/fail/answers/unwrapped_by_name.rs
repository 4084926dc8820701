use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, "Who?").await;
    let town = ask_elicit!(String, "Where?");
    let name = name.unwrap(); // mistake
    let town = town.await.unwrap(); // mistake
    Ok(name + &town)
}

fn main() {}
