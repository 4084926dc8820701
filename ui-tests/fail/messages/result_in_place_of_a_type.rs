use mrtr_runtime::prelude::*;

#[derive(Default, Elicit)]
struct Form {
    name: String,
}

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let form = ask_elicit!(Result<Form, Refused>, "Who?").await?;
    Ok(form.name)
}

fn main() {}
