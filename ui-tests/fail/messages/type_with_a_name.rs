use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form {
    name: String,
}

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let form = ask_elicit!(type = Form, "Who?").await?;
    Ok(form.name)
}

fn main() {}
