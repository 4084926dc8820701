use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    let name: String = ask_elicit!("Which one?").await?;
    Ok(name)
}

fn main() {}
