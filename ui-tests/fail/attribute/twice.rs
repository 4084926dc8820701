use mrtr_runtime::prelude::*;

#[mrtr_tool(single_use)]
#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!("Delete {name}?").await?;
    Ok(name)
}

fn main() {}
