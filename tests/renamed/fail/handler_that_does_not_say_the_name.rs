use mrtr::prelude::*;

#[mrtr_tool]
async fn add() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(String::new())
}

fn main() {}
