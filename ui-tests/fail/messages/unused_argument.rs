use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(id: u32) -> Result<String, Refused> {
    let name = ask_elicit!(String, "Which one?", id).await?;
    Ok(format!("{name} {id}"))
}

fn main() {}
