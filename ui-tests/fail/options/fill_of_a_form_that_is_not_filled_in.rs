use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Edit {
    title: String,
}

#[mrtr_tool]
async fn edit(now: Edit) -> Result<String, Refused> {
    let new = ask_elicit!(Edit, fill = &now, "What shall change?").await?;
    Ok(new.title)
}

fn main() {}
