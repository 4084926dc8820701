use mrtr_runtime::prelude::*;

#[derive(Default, Elicit)]
struct Form {
    name: String,
}

#[mrtr_tool]
async fn register(text: &str) -> Result<String, Refused> {
    let form = ask_elicit!(text, "Who?").await?; // mistake
    let made = ask_elicit!(Form::default(), "Who?").await?; // mistake
    Ok(form.name + &made.name)
}

fn main() {}
