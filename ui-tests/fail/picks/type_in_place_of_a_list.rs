use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size {
    Small,
    Large,
}

#[mrtr_tool]
async fn order() -> Result<String, Refused> {
    let size = ask_pick!(Size, "Which size?").await?;
    Ok(size.to_string())
}

fn main() {}
