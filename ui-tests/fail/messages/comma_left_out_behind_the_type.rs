use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Greeting {
    name: String,
}

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let who = ask_elicit!(Greeting "Who?").await?;
    Ok(who.name)
}

fn main() {}
