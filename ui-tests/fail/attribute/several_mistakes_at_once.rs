use mrtr_runtime::prelude::*;

#[mrtr_tool(max_round = 4)] // mistake
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete {name}?"); // mistake
    let why = ask_elicit!(String, kye = "why", "Why?").await?; // mistake
    let who = ask_elicit!(String, "Who?", key = "who").await.unwrap(); // mistake
    Ok(why + &who)
}

fn main() {}
