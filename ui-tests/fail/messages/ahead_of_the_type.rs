use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form {
    name: String,
}

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    let form = ask_elicit!("Which one?", Form).await?;
    Ok(form.name)
}

fn main() {}
