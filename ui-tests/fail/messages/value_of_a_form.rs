use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form {
    name: String,
}

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let form = ask_elicit!(Form { name: String::new() }, "Who is it?").await?;
    Ok(form.name)
}

fn main() {}
