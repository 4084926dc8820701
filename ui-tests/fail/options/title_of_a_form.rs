use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Who {
    name: String,
}

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let who = ask_elicit!(Who, title = "Name", "Who?").await?;
    Ok(who.name)
}

fn main() {}
