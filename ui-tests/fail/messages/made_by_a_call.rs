use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!(format!("Delete {name}?")).await?;
    Ok(name)
}

fn main() {}
