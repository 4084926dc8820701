use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {name}?");
    let here = tokio::runtime::Handle::current();
    tokio::task::block_in_place(|| here.block_on(sure))?;
    Ok(name)
}

fn main() {}
