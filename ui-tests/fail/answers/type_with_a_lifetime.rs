use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<usize, Refused> {
    let name = ask_elicit!(&str, "Which?").await?;
    Ok(name.len())
}

fn main() {}
