use mrtr_runtime::prelude::*;

#[mrtr_part] // mistake
#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete {name}?").await?;
    Ok(name)
}

#[mrtr_tool]
#[mrtr_part] // mistake
async fn add(name: String) -> Result<String, Refused> {
    ask_confirm!("Add {name}?").await?;
    Ok(name)
}

fn main() {}
