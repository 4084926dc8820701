use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(names: Vec<String>) -> Result<String, Refused> {
    let picked = ask_pick!(names, "Which?", several = 1..=2).await?;
    Ok(picked.join(", "))
}

fn main() {}
