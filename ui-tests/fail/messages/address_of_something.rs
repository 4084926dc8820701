use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn release(thing: &u32) -> Result<String, Refused> {
    ask_confirm!("Drop {:p}?", thing).await?;
    Ok(String::new())
}

fn main() {}
