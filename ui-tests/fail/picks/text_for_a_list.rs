use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn paint() -> Result<usize, Refused> {
    let color = ask_pick!("red, green", "Which color?").await?; // mistake
    Ok(color.len())
}

fn main() {}
