use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete<T: ToString>(thing: T) -> Result<String, Refused> {
    ask_confirm!("Sure?").await?;
    Ok(thing.to_string())
}

fn main() {}
