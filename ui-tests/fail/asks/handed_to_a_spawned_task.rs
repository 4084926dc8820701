use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, ToolError> {
    let sure = ask_confirm!("Delete {name}?");
    tokio::spawn(sure).await??;
    Ok(name)
}

fn main() {}
