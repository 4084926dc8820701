use mrtr_runtime::{Refused, mrtr_tool};

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(String::new())
}

fn main() {}
