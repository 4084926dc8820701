use mrtr_runtime::prelude::*;

#[mrtr_tool(max_round = 4)]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete {name}?");
    let why = ask_elicit!(String, kye = "why", "Why?").await?;
    let who = ask_elicit!(String, "Who?", key = "who").await.unwrap();
    Ok(why + &who)
}

fn main() {}
